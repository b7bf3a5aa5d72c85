import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import { onThemeChange } from '../theme/theme.ts';
import { showSpan, showWhole, wheelZoomPlugin, wholeOf, xSpan } from './plot-zoom.ts';
import { isWhole } from './zoom.ts';

export type PlotOptions = Omit<uPlot.Options, 'width' | 'height'>;

export interface Plot {
  element: RefObject<HTMLDivElement | null>;
  plot: RefObject<uPlot | null>;
  /** Whether less than the whole is shown. */
  isZoomed: boolean;
  showAll: () => void;
}

/**
 * Keeps a plot in `element`, as wide as it. It is made anew when what it shows changes, and with the colours of a new theme;
 * zoom and cursor stay where they are as long as its ends stay the same.
 */
export function usePlot(build: () => PlotOptions, data: uPlot.AlignedData, height: number): Plot {
  const element = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const [isZoomed, setIsZoomed] = useState(false);

  useEffect(() => {
    const host = element.current;
    if (host === null) return undefined;
    const make = () => {
      const earlier = plot.current;
      const options = build();
      const onScale = (made: uPlot) => setIsZoomed(!isWhole(xSpan(made), wholeOf(made)));
      const made = new uPlot(
        {
          ...options,
          width: host.clientWidth,
          height,
          plugins: [...(options.plugins ?? []), wheelZoomPlugin(), { hooks: { setScale: onScale } }],
        },
        data,
        host,
      );
      plot.current = made;
      if (earlier !== null) takeUp(earlier, made);
      earlier?.destroy();
    };
    // A first drawing waits for its turn, so that a page of several charts stays quick to answer; a further one replaces it at once.
    const isFirst = plot.current === null;
    const turn = isFirst ? setTimeout(make) : undefined;
    if (!isFirst) make();
    const unsubscribe = onThemeChange(make);
    const observer = new ResizeObserver(() => {
      if (host.clientWidth !== plot.current?.width)
        plot.current?.setSize({ width: host.clientWidth, height });
    });
    observer.observe(host);
    return () => {
      clearTimeout(turn);
      unsubscribe();
      observer.disconnect();
    };
  }, [build, data, height]);

  useEffect(
    () => () => {
      plot.current?.destroy();
      plot.current = null;
    },
    [],
  );

  const showAll = useCallback(() => {
    if (plot.current !== null) showWhole(plot.current);
  }, []);
  return { element, plot, isZoomed, showAll };
}

/** Shows what an earlier plot of the same span showed. */
function takeUp(earlier: uPlot, made: uPlot): void {
  const [before, now] = [wholeOf(earlier), wholeOf(made)];
  if (before.min !== now.min || before.max !== now.max) return;
  const shown = xSpan(earlier);
  const { left = -1, top = -1 } = earlier.cursor;
  if (!isWhole(shown, before)) showSpan(made, shown);
  if (left >= 0) made.setCursor({ left, top });
}
