const PEAK_FROM_HOUR = 8;
const PEAK_TO_HOUR = 20;
const SATURDAY = 5;

/** Whether a local hour belongs to the peak product: 08:00-20:00 from Monday (0) to Friday. */
export function isPeakHour(weekday: number, hour: number): boolean {
  return weekday < SATURDAY && hour >= PEAK_FROM_HOUR && hour < PEAK_TO_HOUR;
}

/** NaN for no values. */
export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
