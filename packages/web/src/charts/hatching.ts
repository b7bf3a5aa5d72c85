import type uPlot from 'uplot';
import type { TimeChartData } from './chart-series.ts';
import { resolveColour } from './colours.ts';

const TILE_PX = 8;

/** Hatches the spans where something is missing, over the whole height of the plot. */
export function hatchGaps(plot: uPlot, gaps: NonNullable<TimeChartData['gaps']>): void {
  const { ctx, bbox } = plot;
  const { min = 0, max = 0 } = plot.scales['x'] ?? {};
  const pattern = gaps.length === 0 ? null : ctx.createPattern(tile(), 'repeat');
  if (pattern === null) return;
  ctx.save();
  ctx.fillStyle = pattern;
  for (const { fromMs, toMs } of gaps) {
    const [from, to] = [Math.max(min, fromMs / 1000), Math.min(max, toMs / 1000)];
    if (to <= from) continue;
    const left = plot.valToPos(from, 'x', true);
    ctx.fillRect(left, bbox.top, Math.max(1, plot.valToPos(to, 'x', true) - left), bbox.height);
  }
  ctx.restore();
}

/** A square with a diagonal that continues in its neighbours. */
function tile(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const size = TILE_PX * devicePixelRatio;
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d');
  if (context === null) return canvas;
  context.strokeStyle = resolveColour('axis');
  context.lineWidth = devicePixelRatio;
  context.beginPath();
  for (const shift of [-size, 0, size]) {
    context.moveTo(shift, size);
    context.lineTo(shift + size, 0);
  }
  context.stroke();
  return canvas;
}
