import type { ScoredPeriod } from '@lonja/forecasting/backtest';

/** One row for each real period, at full precision, with the time as the data file writes it. */
export function forecastsCsv(periods: ScoredPeriod[]): string {
  const rows = periods.map(({ time, actual, value, p10, p90 }) => [time, actual, value, p10, p90].join(','));
  return ['time,actual,value,p10,p90', ...rows, ''].join('\n');
}
