import type uPlot from 'uplot';
import { resolveColour } from './colours.ts';

export const FONT_FAMILY = 'Inter, system-ui, sans-serif';
const FONT = `12px ${FONT_FAMILY}`;
const HEADROOM = 0.06;
const VALUE_AXIS_PX = 52;

/** An axis without frame or ticks. */
export function plainAxis(): uPlot.Axis {
  return { stroke: resolveColour('axis'), font: FONT, ticks: { show: false }, grid: { show: false } };
}

/** The axis of values, with quiet lines across the plot. */
export function valueAxis(text: (value: number, decimals: number) => string): uPlot.Axis {
  return {
    ...plainAxis(),
    grid: { stroke: resolveColour('grid'), width: 1 },
    size: VALUE_AXIS_PX,
    space: 36,
    values: (_, splits) => splits.map((value) => text(value, decimalsOf(splits))),
  };
}

/** As many decimals as the steps between the labels have. */
function decimalsOf([first = 0, second = 1]: readonly number[]): number {
  const step = second - first;
  return [0, 1, 2, 3].find((decimals) => Math.abs(Number(step.toFixed(decimals)) - step) < step * 1e-6) ?? 4;
}

/** Zero is always in sight, and nothing touches the frame. */
export function valueRange(min: number | null, max: number | null): [number, number] {
  const low = Math.min(0, min ?? 0);
  const high = Math.max(0, max ?? 0);
  const room = (high - low || 1) * HEADROOM;
  return [low < 0 ? low - room : 0, high + room];
}

/** Draws the line of zero; nothing where it is out of sight. */
export function drawZero(plot: uPlot): void {
  const { ctx, bbox } = plot;
  const y = Math.round(plot.valToPos(0, 'y', true)) + 0.5;
  if (y < bbox.top || y > bbox.top + bbox.height + 1) return;
  ctx.save();
  ctx.strokeStyle = resolveColour('zero');
  ctx.lineWidth = devicePixelRatio;
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
}

/** The colour of prices above zero, and that of negative prices below. */
export function signedStroke(plot: uPlot, above: string, below: string): CanvasGradient | string {
  const { min = 0 } = plot.scales['y'] ?? {};
  if (min >= 0) return above;
  const { top, height } = plot.bbox;
  const zero = (plot.valToPos(0, 'y', true) - top) / height;
  if (!(zero > 0 && zero < 1)) return zero <= 0 ? below : above;
  const gradient = plot.ctx.createLinearGradient(0, top, 0, top + height);
  gradient.addColorStop(zero, above);
  gradient.addColorStop(zero, below);
  return gradient;
}
