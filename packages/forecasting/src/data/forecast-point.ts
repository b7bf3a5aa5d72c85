/** One forecast period: its start in epoch ms and `p10 <= value <= p90` in the price unit. */
export interface ForecastPoint {
  start: number;
  value: number;
  p10: number;
  p90: number;
}
