import uPlot from 'uplot';
import type { ChartBand, ChartMark, ChartSeries, TimeChartData } from './chart-series.ts';
import { type DataColour, resolveColour } from './colours.ts';
import { hatchGaps } from './hatching.ts';
import { drawnRows } from './plot-columns.ts';
import { FONT_FAMILY, drawZero, plainAxis, signedStroke, valueAxis, valueRange } from './plot-style.ts';
import { midnights } from './time-axis.ts';
import { drawTimeLabels } from './time-labels.ts';
import { type TooltipContent, tooltipPlugin } from './tooltip.ts';
import type { PlotOptions } from './use-plot.ts';

export interface TimePlotTexts {
  /** A label of the value axis. */
  axisValue: (value: number, decimals: number) => string;
  day: (day: string) => string;
  tooltip: (index: number) => TooltipContent | undefined;
  /** Charts with the same key show the same instant under the cursor. */
  syncKey?: string | undefined;
}

const DENSE_POINTS = 800;
/** Room for the labels of time, which are drawn by `drawTimeLabels`. */
const LABELS_PX = 44;
const RIGHT_PX = 12;
/** The scale of values on the right. */
const RIGHT = 'right';
/** Size of the words in the plot. */
const LABEL_PX = 11;

export function timePlotOptions(data: TimeChartData, texts: TimePlotTexts): PlotOptions {
  const { bands = [], series, marks = [], gaps = [], leastTop = 0 } = data;
  const stepped = stepPaths();
  const isDense = data.startsMs.length > DENSE_POINTS;
  const hasRight = series.some(({ isRight }) => isRight);
  const edges = bands.flatMap(({ colour }): uPlot.Series[] => {
    const edge = {
      // Where several bands lie within each other their edges tell them apart.
      stroke: resolveColour(bands.length > 1 ? 'band-near' : colour),
      width: isDense ? 0 : 1,
      points: { show: false },
      paths: stepped,
    };
    return [edge, { ...edge }];
  });
  return {
    legend: { show: false },
    padding: [18, RIGHT_PX, 0, 0],
    cursor: {
      y: false,
      points: { show: false },
      move: (plot, left, top) => [left < 0 ? left : middleOfPeriod(plot, left, data), top],
      drag: { x: true, y: false, setScale: true },
      ...(texts.syncKey !== undefined && { sync: { key: texts.syncKey } }),
    },
    scales: {
      x: { time: false },
      y: { range: (_, min, max) => valueRange(min, Math.max(max ?? 0, leastTop)) },
      ...(hasRight && { [RIGHT]: { range: (_, min, max) => valueRange(min, max) } }),
    },
    axes: [
      {
        ...plainAxis(),
        size: LABELS_PX,
        values: (_, splits) => splits.map(() => ''),
      },
      valueAxis(texts.axisValue),
      ...(hasRight ? [{ ...valueAxis(texts.axisValue), scale: RIGHT, side: 1, grid: { show: false } }] : []),
    ],
    series: [{}, ...edges, ...drawnRows(series).map((one) => seriesOptions(one, stepped, isDense))],
    ...(bands.length > 0 && { bands: fillsOf(bands) }),
    hooks: {
      drawClear: [(plot) => washSettled(plot, data.settled), (plot) => drawBoundaries(plot)],
      drawAxes: [(plot) => drawTimeLabels(plot, texts.day)],
      draw: [
        (plot) => hatchGaps(plot, gaps),
        (plot) => drawMarks(plot, marks),
        (plot) => data.drawMore?.(plot, data),
        (plot) => nameSides(plot, data.settled),
      ],
    },
    plugins: [tooltipPlugin(texts.tooltip)],
  };
}

/** Each band is filled beside the next narrower one, not under it: every colour is that of the legend. */
function fillsOf(bands: readonly ChartBand[]): uPlot.Band[] {
  return bands.flatMap(({ colour }, index): uPlot.Band[] => {
    const fill = resolveColour(colour);
    const [low, high] = [2 * index + 1, 2 * index + 2];
    if (index === bands.length - 1) return [{ series: [high, low], fill }];
    return [
      { series: [high, high + 2], fill },
      { series: [low + 2, low], fill },
    ];
  });
}

function stepPaths(): uPlot.Series.PathBuilder {
  const build = uPlot.paths.stepped?.({ align: 1 });
  if (build === undefined) throw new Error('This build of uPlot draws no steps.');
  return build;
}

function seriesOptions(
  series: ChartSeries,
  stepped: uPlot.Series.PathBuilder,
  isDense: boolean,
): uPlot.Series {
  const { kind = 'step', colour, isThin, isRight, dash } = series;
  const stroke = resolveColour(colour);
  const common: uPlot.Series = {
    points: { show: false },
    ...(dash && { dash }),
    ...(isRight && { scale: RIGHT }),
  };
  if (kind === 'bars') {
    const paths = uPlot.paths.bars?.({ size: [0.8, 60], align: 1 });
    return { ...common, fill: stroke, width: 0, ...(paths && { paths }) };
  }
  // Drawn by `drawMore`.
  if (kind === 'dots') return { ...common, width: 0, paths: () => null };
  if (kind === 'stack') return { ...common, fill: stroke, fillTo: 0, width: 0, paths: stepped };
  return {
    ...common,
    stroke: colour === 'price' ? (plot) => signedStroke(plot, stroke, resolveColour('negative')) : stroke,
    width: isThin || isDense ? 1 : 2,
    ...(kind === 'step' && { paths: stepped }),
  };
}

/**
 * A value holds for its period: wherever the pointer is in it, the cursor stands in the middle, just before the next is as near. Between
 * instants it stands where the pointer is.
 */
function middleOfPeriod(
  plot: uPlot,
  left: number,
  { startsMs, periodMs, areInstants }: TimeChartData,
): number {
  const first = startsMs[0] ?? 0;
  if (areInstants === true) return left;
  const periods = Math.floor((plot.posToVal(left, 'x') * 1000 - first) / periodMs);
  const start = Math.min(Math.max(first + periods * periodMs, first), startsMs.at(-1) ?? first);
  return plot.valToPos((start + periodMs * 0.49) / 1000, 'x');
}

/** Where the forecast begins, canvas pixels; undefined where that is out of sight. */
function boundaryOf(plot: uPlot, settled: TimeChartData['settled']): number | undefined {
  const { min = 0, max = 0 } = plot.scales['x'] ?? {};
  const at = (settled?.untilMs ?? 0) / 1000;
  return at > min && at < max ? plot.valToPos(at, 'x', true) : undefined;
}

/** Lays a wash under what is known. */
function washSettled(plot: uPlot, settled: TimeChartData['settled']): void {
  const boundary = boundaryOf(plot, settled);
  if (boundary === undefined) return;
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.fillStyle = resolveColour('settled');
  ctx.fillRect(bbox.left, bbox.top, boundary - bbox.left, bbox.height);
  ctx.restore();
}

/** Draws the boundary and says what is to the left and to the right of it. */
function nameSides(plot: uPlot, settled: TimeChartData['settled']): void {
  const boundary = boundaryOf(plot, settled);
  if (settled === undefined || boundary === undefined) return;
  verticalLine(plot, settled.untilMs / 1000, 'zero', []);
  const { ctx, bbox } = plot;
  const gap = 6 * devicePixelRatio;
  ctx.save();
  ctx.font = `${LABEL_PX * devicePixelRatio}px ${FONT_FAMILY}`;
  ctx.fillStyle = resolveColour('axis');
  for (const [text, x, align] of [
    [settled.before, boundary - gap, 'right'],
    [settled.after, boundary + gap, 'left'],
  ] as const) {
    const { width } = ctx.measureText(text);
    const room = align === 'right' ? x - bbox.left : bbox.left + bbox.width - x;
    ctx.textAlign = align;
    if (width < room) ctx.fillText(text, x, bbox.top + 13 * devicePixelRatio);
  }
  ctx.restore();
}

function drawBoundaries(plot: uPlot): void {
  const { min = 0, max = 0 } = plot.scales['x'] ?? {};
  for (const at of midnights(min, max)) verticalLine(plot, at, 'grid', []);
}

function drawMarks(plot: uPlot, marks: readonly ChartMark[]): void {
  drawZero(plot);
  const { min = 0, max = 0 } = plot.scales['x'] ?? {};
  const taken: LabelPlace[] = [];
  for (const { atMs, label, kind } of marks) {
    const at = atMs / 1000;
    if (at < min || at > max) continue;
    const colour: DataColour = kind === 'now' ? 'now' : 'axis';
    const x = verticalLine(plot, at, colour, kind === 'now' ? [] : [2, 3]);
    taken.push(labelAbove(plot, { x, text: label, colour }, taken));
  }
}

/** Draws the line and gives its place, canvas pixels. */
function verticalLine(plot: uPlot, atS: number, colour: DataColour, dash: number[]): number {
  const { ctx, bbox } = plot;
  const x = Math.round(plot.valToPos(atS, 'x', true)) + 0.5;
  ctx.save();
  ctx.strokeStyle = resolveColour(colour);
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash(dash.map((length) => length * devicePixelRatio));
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
  return x;
}

/** From where to where a label reaches, canvas pixels. */
interface LabelPlace {
  from: number;
  to: number;
}

/** Writes above the plot at `x`, beside what is written there already, and gives the label's place. */
function labelAbove(
  { ctx, bbox }: uPlot,
  { x, text, colour }: { x: number; text: string; colour: DataColour },
  taken: readonly LabelPlace[],
): LabelPlace {
  ctx.save();
  ctx.font = `${LABEL_PX * devicePixelRatio}px ${FONT_FAMILY}`;
  ctx.fillStyle = resolveColour(colour);
  const half = ctx.measureText(text).width / 2;
  const gap = LABEL_PX * devicePixelRatio;
  let centre = Math.min(Math.max(x, bbox.left + half), bbox.left + bbox.width - half);
  for (const { from, to } of taken) {
    if (centre + half + gap <= from || centre - half - gap >= to) continue;
    centre = 2 * x >= from + to ? to + gap + half : from - gap - half;
  }
  ctx.textAlign = 'center';
  ctx.fillText(text, centre, bbox.top - 5 * devicePixelRatio);
  ctx.restore();
  return { from: centre - half, to: centre + half };
}
