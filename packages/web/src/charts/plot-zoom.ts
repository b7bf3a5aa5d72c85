import type uPlot from 'uplot';
import { type Span, movedTo, zoomed } from './zoom.ts';

/** No fewer places than this are shown. */
const LEAST_PLACES = 4;
const STEP = 0.8;

/** Zooms by the wheel while Ctrl or the command key is held, as pinching on a touchpad does: the wheel alone scrolls the page. */
export function wheelZoomPlugin(): uPlot.Plugin {
  const listen = (plot: uPlot) =>
    plot.over.addEventListener(
      'wheel',
      (event) => {
        if (!(event.ctrlKey || event.metaKey) || event.deltaY === 0) return;
        event.preventDefault();
        zoomBy(plot, event.deltaY < 0 ? 'in' : 'out', plot.posToVal(event.offsetX, 'x'));
      },
      { passive: false },
    );
  return { hooks: { ready: listen } };
}

/** Shows less or more of the x axis about a place. */
export function zoomBy(plot: uPlot, direction: 'in' | 'out', about: number): void {
  const whole = wholeOf(plot);
  const places = plot.data[0].length - 1;
  const least = (whole.max - whole.min) * Math.min(1, LEAST_PLACES / places);
  const factor = direction === 'in' ? STEP : 1 / STEP;
  showSpan(plot, zoomed(xSpan(plot), whole, { about, factor, least }));
}

/** Moves what is shown until it holds a place. */
export function reveal(plot: uPlot, place: number): void {
  showSpan(plot, movedTo(xSpan(plot), wholeOf(plot), place));
}

export function showWhole(plot: uPlot): void {
  showSpan(plot, wholeOf(plot));
}

/** At once, so that places can be asked for right away. */
export function showSpan(plot: uPlot, span: Span): void {
  plot.batch(() => plot.setScale('x', span));
}

/** What is shown of the x axis. */
export function xSpan(plot: uPlot): Span {
  const { min, max } = plot.scales['x'] ?? {};
  const whole = wholeOf(plot);
  return { min: min ?? whole.min, max: max ?? whole.max };
}

/** From the first place to the last. */
export function wholeOf({ data: [places] }: uPlot): Span {
  return { min: places[0] ?? 0, max: places.at(-1) ?? 1 };
}
