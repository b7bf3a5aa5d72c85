import { CHART_STYLE } from './chart-style.ts';
import { niceTicks, tickLabels } from './ticks.ts';

/** The drawing area inside the margins, in the picture's own units. */
export interface Plot {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Height of a value on the vertical axis. */
  y: (value: number) => number;
}

export interface LegendEntry {
  text: string;
  /** A mark drawn in a box of 18 x 10 whose upper left corner is (0, 0). */
  mark: string;
}

export interface ChartFrame {
  title: string;
  /** Said above the axis: what the numbers are. */
  axisTitle: string;
  legend: readonly LegendEntry[];
  /** Values that the vertical axis must hold. */
  domain: { low: number; high: number };
  suffix?: string;
}

const WIDTH = 860;
const HEIGHT = 320;
const LETTER_WIDTH = 6.6;
const LONGEST_NAME = 32;

/**
 * An SVG picture of its own: title, legend, horizontal grid and what `draw` adds to the plot. It brings its background and
 * follows the reader's light or dark scheme, so it is legible on any page.
 */
export function drawChart(frame: ChartFrame, draw: (plot: Plot) => string[]): string {
  const ticks = niceTicks(frame.domain.low, frame.domain.high);
  const labels = tickLabels(ticks).map((label) => `${label}${frame.suffix ?? ''}`);
  const [lowest, highest] = [ticks[0], ticks[ticks.length - 1]];
  const [top, bottom] = [72, HEIGHT - 34];
  const y = (value: number) => bottom - ((value - lowest) / (highest - lowest)) * (bottom - top);
  const left = 16 + LETTER_WIDTH * Math.max(...labels.map(({ length }) => length));
  const plot = { left, right: WIDTH - 14, top, bottom, y };
  const grid = ticks.map(
    (tick, i) =>
      line({ x1: plot.left, x2: plot.right, y1: y(tick), y2: y(tick) }, tick === 0 ? 'axis' : 'grid') +
      text({ x: left - 6, y: y(tick) + 4 }, labels[i], 'label end'),
  );
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeXml(frame.title)}">`,
    `<style>${CHART_STYLE}</style>`,
    `<rect class="background" width="${WIDTH}" height="${HEIGHT}" rx="6"/>`,
    text({ x: 14, y: 24 }, frame.title, 'title'),
    text({ x: 14, y: 56 }, frame.axisTitle, 'label'),
    ...drawLegend(frame.legend, plot.right),
    ...grid,
    ...draw(plot),
    '</svg>',
  ];
  return `${lines.join('\n')}\n`;
}

export function text(at: { x: number; y: number }, content: string, classes: string): string {
  return `<text class="${classes}" x="${round(at.x)}" y="${round(at.y)}">${escapeXml(content)}</text>`;
}

export function line(ends: { x1: number; x2: number; y1: number; y2: number }, classes: string): string {
  const { x1, x2, y1, y2 } = ends;
  return `<line class="${classes}" x1="${round(x1)}" x2="${round(x2)}" y1="${round(y1)}" y2="${round(y2)}"/>`;
}

export function rectangle(
  box: { x: number; y: number; width: number; height: number },
  classes: string,
): string {
  const { x, y, width, height } = box;
  return `<rect class="${classes}" x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(Math.max(0, height))}"/>`;
}

export function circle(at: { x: number; y: number }, radius: number, classes: string): string {
  return `<circle class="${classes}" cx="${round(at.x)}" cy="${round(at.y)}" r="${radius}"/>`;
}

/** Labels under equal columns, as many as fit without touching. */
export function columnLabels(labels: readonly string[], plot: Plot): string[] {
  const step = (plot.right - plot.left) / labels.length;
  const widest = LETTER_WIDTH * Math.max(...labels.map(({ length }) => length)) + 8;
  const every = Math.max(1, Math.ceil(widest / step));
  return labels.flatMap((label, i) =>
    i % every === 0
      ? [text({ x: plot.left + (i + 0.5) * step, y: plot.bottom + 18 }, label, 'label middle')]
      : [],
  );
}

export function round(value: number): string {
  return String(Number(value.toFixed(1)) + 0);
}

function drawLegend(entries: readonly LegendEntry[], right: number): string[] {
  let x = right;
  return entries.toReversed().map((entry) => {
    const name = entry.text.length > LONGEST_NAME ? `${entry.text.slice(0, LONGEST_NAME - 1)}…` : entry.text;
    x -= LETTER_WIDTH * name.length + 42;
    return `<g transform="translate(${round(x)} 47)">${entry.mark}</g>${text({ x: x + 24, y: 56 }, name, 'label')}`;
  });
}

function escapeXml(content: string): string {
  return content
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/\p{Cc}/gu, ' ');
}
