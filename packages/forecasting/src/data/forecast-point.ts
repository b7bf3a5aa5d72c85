/** The numbers of a forecast point: the point estimate, the 10th and the 90th percentile. */
export const POINT_VALUES = ['value', 'p10', 'p90'] as const;

/** One forecast period: its start in epoch ms and `p10 <= value <= p90` in the price unit. */
export interface ForecastPoint extends Record<(typeof POINT_VALUES)[number], number> {
  start: number;
}
