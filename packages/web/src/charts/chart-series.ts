import type uPlot from 'uplot';
import type { DataColour } from './colours.ts';

/** `dots`: single periods that are marked; a chart with them has `drawDots` as its `drawMore`. */
export type SeriesKind = 'step' | 'line' | 'bars' | 'stack' | 'dots';

/** One row of values over the periods of a chart. */
export interface ChartSeries {
  label: string;
  /** Whether the label says a unit of its own. */
  hasOwnUnit?: boolean;
  values: readonly (number | null)[];
  colour: DataColour;
  kind?: SeriesKind;
  isThin?: boolean;
  /** Absent: those of the chart. */
  decimals?: number;
  /** Whether the legend has a switch for it. */
  isSwitched?: boolean;
  /** Whether it has the axis on the right, in a unit of its own. */
  isRight?: boolean;
  dash?: number[];
  /** Whether it comes and goes with time: it stands last in the legend, so that nothing there moves. */
  isPassing?: boolean;
}

/** An interval around a line. */
export interface ChartBand {
  label: string;
  low: readonly (number | null)[];
  high: readonly (number | null)[];
  /** Names of the edges in tables and files; absent: the 10th and the 90th percentile. */
  edges?: { low: string; high: string };
  colour: DataColour;
}

/** An instant that matters. */
export interface ChartMark {
  atMs: number;
  label: string;
  kind: 'now' | 'gate';
}

/** What a chart over time shows: periods by their starts, and the values that hold from each start on. */
export interface TimeChartData {
  startsMs: readonly number[];
  periodMs: number;
  /** Values are those at the instants, such as a level, and do not hold for the periods after them. */
  areInstants?: boolean;
  series: readonly ChartSeries[];
  /** The axis of values reaches at least up to here, so that small values look small. */
  leastTop?: number;
  /** Intervals that lie within each other, the widest first. */
  bands?: readonly ChartBand[];
  marks?: readonly ChartMark[];
  /** Spans where something is missing, which are hatched. */
  gaps?: readonly { fromMs: number; toMs: number }[];
  /** Draws what is rarely drawn, so that only charts that have it fetch its code. */
  drawMore?: (plot: uPlot, data: TimeChartData) => void;
  /** Up to there everything is known; what follows is forecast. The names of both sides stand beside the boundary. */
  settled?: { untilMs: number; before: string; after: string } | undefined;
}
