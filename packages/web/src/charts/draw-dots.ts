import type uPlot from 'uplot';
import type { TimeChartData } from './chart-series.ts';
import { resolveColour } from './colours.ts';

/** Radius of a mark on a single period. */
const DOT_PX = 5;

/** Circles the values of the series of kind `dots`, in the middle of their periods; a `drawMore` of few charts. */
export function drawDots(plot: uPlot, { startsMs, periodMs, series }: TimeChartData): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.lineWidth = 2 * devicePixelRatio;
  for (const { values, colour } of series.filter(({ kind }) => kind === 'dots')) {
    ctx.strokeStyle = resolveColour(colour);
    for (const [index, value] of values.entries()) {
      if (value === null) continue;
      const x = plot.valToPos(((startsMs[index] ?? 0) + periodMs / 2) / 1000, 'x', true);
      ctx.beginPath();
      ctx.arc(x, plot.valToPos(value, 'y', true), DOT_PX * devicePixelRatio, 0, 2 * Math.PI);
      ctx.stroke();
    }
  }
  ctx.restore();
}
