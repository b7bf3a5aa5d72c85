import { useSyncExternalStore } from 'react';

/** From here on there is room for navigation beside the page; the style sheet's `md`. */
const WIDE = '(width >= 48rem)';

/** Whether the window is wider than a phone's. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches);
}

function subscribe(onChange: () => void): () => void {
  const wide = matchMedia(WIDE);
  wide.addEventListener('change', onChange);
  return () => wide.removeEventListener('change', onChange);
}
