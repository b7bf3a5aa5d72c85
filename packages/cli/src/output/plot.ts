import { decimal } from './cell.ts';
import { madridTime } from './madrid-time.ts';

/** A forecast of one delivery period, in the unit of the axis. */
export interface PlotPoint {
  time: string;
  value: number;
  p10: number;
  p90: number;
}

const DIM = '\u001B[2m';
const BOLD = '\u001B[1m';
const RESET = '\u001B[0m';
const GAP = '  ';
const NARROWEST = 20;
/** Characters between two marks of the axis, at least. */
const MARK_DISTANCE = 10;
/** Steps of an axis that people read easily, times a power of ten. */
const ROUND_STEPS = [1, 2, 5, 10];

/**
 * A line for each period: its time, its price and, along an axis, the interval as `---` with the forecast as `o`; `|` is the price 0 where the
 * axis has it. Plain ASCII, at most `width` characters a line as far as the axis has room.
 */
export function plotLines(
  points: readonly PlotPoint[],
  { width, coloured }: { width: number; coloured: boolean },
): string[] {
  if (points.length === 0) return ['None.'];
  const labels = labelsOf(points);
  const values = points.map(({ value }) => decimal(value, 2));
  const [labelWidth, valueWidth] = [labels, values].map((all) =>
    Math.max(...all.map(({ length }) => length)),
  );
  const left = (label: string, value: string) =>
    label.padEnd(labelWidth ?? 0) + GAP + value.padStart(valueWidth ?? 0) + GAP;
  const axis = axisOf(points, Math.max(NARROWEST, width - left('', '').length));
  return [
    (left('', '') + axis.marks).trimEnd(),
    ...points.map((point, i) => left(labels[i] ?? '', values[i] ?? '') + barOf(point, axis, coloured)),
  ];
}

/** The local time of each period, with the name of the zone on the day on which an hour occurs twice. */
function labelsOf(points: readonly PlotPoint[]): string[] {
  const times = points.map(({ time }) => madridTime(time).slice('2026-03-31 '.length));
  const short = times.map((text) => text.slice(0, '00:00'.length));
  return new Set(short).size === short.length ? short : times;
}

interface Axis {
  columnOf: (value: number) => number;
  zeroColumn: number | undefined;
  marks: string;
}

function axisOf(points: readonly PlotPoint[], width: number): Axis {
  const all = points.flatMap(({ value, p10, p90 }) => [value, p10, p90]);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const step = roundStep((most - least || 1) / Math.max(1, Math.floor(width / MARK_DISTANCE)));
  const from = Math.floor(least / step) * step;
  const to = Math.max(Math.ceil(most / step) * step, from + step);
  const columnOf = (value: number) => Math.round(((value - from) / (to - from)) * (width - 1));
  const letters = Array<string>(width).fill(' ');
  const count = Math.round((to - from) / step);
  for (let i = 0; i <= count; i++) {
    const text = String(Number((from + i * step).toFixed(6)));
    const start = Math.min(columnOf(from + i * step), width - text.length);
    for (let j = 0; j < text.length; j++) letters[start + j] = text.charAt(j);
  }
  const zeroColumn = from < 0 && to > 0 ? columnOf(0) : undefined;
  return { columnOf, zeroColumn, marks: letters.join('') };
}

function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * (ROUND_STEPS.find((step) => step * power >= least) ?? 10);
}

function barOf(point: PlotPoint, { columnOf, zeroColumn }: Axis, coloured: boolean): string {
  const [from, to, at] = [point.p10, point.p90, point.value].map(columnOf);
  const last = Math.max(to ?? 0, at ?? 0, zeroColumn ?? 0);
  return Array.from({ length: last + 1 }, (_, column) => {
    if (column === at) return coloured ? `${BOLD}o${RESET}` : 'o';
    const isWithin = column >= (from ?? 0) && column <= (to ?? 0);
    const letter = isWithin ? '-' : column === zeroColumn ? '|' : ' ';
    return coloured && letter !== ' ' ? `${DIM}${letter}${RESET}` : letter;
  })
    .join('')
    .trimEnd();
}
