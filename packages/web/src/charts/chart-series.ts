import type { DataColour } from './colours.ts';

export type SeriesKind = 'step' | 'line' | 'bars' | 'stack';

/** One row of values over the periods of a chart. */
export interface ChartSeries {
  label: string;
  /** Whether the label says a unit of its own. */
  hasOwnUnit?: boolean;
  values: readonly (number | null)[];
  colour: DataColour;
  kind?: SeriesKind;
  isThin?: boolean;
  dash?: number[];
}

/** An interval around a line. */
export interface ChartBand {
  label: string;
  low: readonly (number | null)[];
  high: readonly (number | null)[];
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
  series: readonly ChartSeries[];
  band?: ChartBand | undefined;
  marks?: readonly ChartMark[];
  /** Up to there everything is known; what follows is forecast. The names of both sides stand beside the boundary. */
  settled?: { untilMs: number; before: string; after: string } | undefined;
}
