import { type RefObject, useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { onThemeChange } from '../theme/theme.ts';

export type PlotOptions = Omit<uPlot.Options, 'width' | 'height'>;

interface Plot {
  element: RefObject<HTMLDivElement | null>;
  plot: RefObject<uPlot | null>;
}

/** Keeps a plot in `element`, as wide as it. It is made anew when what it shows changes, and with the colours of a new theme. */
export function usePlot(build: () => PlotOptions, data: uPlot.AlignedData, height: number): Plot {
  const element = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);

  useEffect(() => {
    const host = element.current;
    if (host === null) return undefined;
    const make = () => {
      plot.current?.destroy();
      plot.current = new uPlot({ ...build(), width: host.clientWidth, height }, data, host);
    };
    make();
    const unsubscribe = onThemeChange(make);
    const observer = new ResizeObserver(() => {
      if (host.clientWidth !== plot.current?.width)
        plot.current?.setSize({ width: host.clientWidth, height });
    });
    observer.observe(host);
    return () => {
      unsubscribe();
      observer.disconnect();
      plot.current?.destroy();
      plot.current = null;
    };
  }, [build, data, height]);

  return { element, plot };
}
