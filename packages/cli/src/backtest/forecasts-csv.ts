import type { BacktestResult } from '@lonja/forecasting';
import { quantileAt } from '@lonja/forecasting/distribution';

/** One row for each real period, at full precision, with the time as the data file writes it; further quantiles in percent. */
export function forecastsCsv(periods: BacktestResult['periods'], quantiles: readonly number[] = []): string {
  const rows = periods.map(({ time, actual, value, p10, p90, distribution }) =>
    [
      time,
      actual,
      value,
      p10,
      p90,
      ...quantiles.map((percent) => quantileAt(distribution, percent / 100)),
    ].join(','),
  );
  const names = ['time', 'actual', 'value', 'p10', 'p90', ...quantiles.map((percent) => `p${percent}`)];
  return [names.join(','), ...rows, ''].join('\n');
}
