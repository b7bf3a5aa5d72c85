import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Width of an element as it is laid out, so that a drawing in it has letters of the page's size on every screen. */
export function useWidth<T extends Element>(initialPx: number): [RefObject<T | null>, number] {
  const element = useRef<T>(null);
  const [width, setWidth] = useState(initialPx);
  useLayoutEffect(() => {
    const host = element.current;
    if (host === null) return undefined;
    const measure = () => {
      // Nothing is as wide as nothing while it is hidden.
      if (host.clientWidth > 0) setWidth(host.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(host);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
