import type uPlot from 'uplot';
import { addDays, dayStart, madridDay, madridHour } from '../time/madrid-time.ts';
import { resolveColour } from './colours.ts';
import { FONT_FAMILY } from './plot-style.ts';
import { hourLabel, timeSplits } from './time-axis.ts';

const FONT_PX = 12;
const HOUR_ROW_PX = 18;
const DAY_ROW_PX = 36;
/** Least space around the name of a day. */
const GAP_PX = 8;

/** Below the plot: hours from 00 to 23 with the name of each day under its middle, or days alone where hours find no room. */
export function drawTimeLabels(plot: uPlot, dayText: (day: string) => string): void {
  const { ctx, bbox } = plot;
  const { min = 0, max = 0 } = plot.scales['x'] ?? {};
  const splits = timeSplits(min, max, bbox.width / devicePixelRatio);
  const areDays = splits.length > 1 && splits.every((at) => madridHour(at * 1000) === 0);
  ctx.save();
  ctx.font = `${FONT_PX * devicePixelRatio}px ${FONT_FAMILY}`;
  ctx.fillStyle = resolveColour('axis');
  ctx.textAlign = 'center';
  for (const at of splits) {
    const text = areDays ? dayText(madridDay(at * 1000)) : hourLabel(at);
    placeText(plot, { text, x: plot.valToPos(at, 'x', true), rowPx: HOUR_ROW_PX });
  }
  if (!areDays) nameDays(plot, dayText);
  ctx.restore();
}

/** Names every day under the middle of what is in sight of it, where the name fits. */
function nameDays(plot: uPlot, dayText: (day: string) => string): void {
  const { min = 0, max = 0 } = plot.scales['x'] ?? {};
  for (let day = madridDay(min * 1000); dayStart(day) < max * 1000; day = addDays(day, 1)) {
    const from = plot.valToPos(Math.max(min, dayStart(day) / 1000), 'x', true);
    const to = plot.valToPos(Math.min(max, dayStart(addDays(day, 1)) / 1000), 'x', true);
    const text = dayText(day);
    const needed = plot.ctx.measureText(text).width + GAP_PX * devicePixelRatio;
    if (to - from >= needed) placeText(plot, { text, x: (from + to) / 2, rowPx: DAY_ROW_PX });
  }
}

/** Never beyond the edges of the canvas. */
function placeText(
  { ctx, bbox }: uPlot,
  { text, x, rowPx }: { text: string; x: number; rowPx: number },
): void {
  const half = ctx.measureText(text).width / 2;
  const centre = Math.min(Math.max(x, half), ctx.canvas.width - half);
  ctx.fillText(text, centre, bbox.top + bbox.height + rowPx * devicePixelRatio);
}
