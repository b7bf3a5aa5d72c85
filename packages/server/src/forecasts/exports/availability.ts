import { HOUR_MS, MINUTE_MS } from '@lonja/forecasting/market';
import { quarterValues, type Series } from '@lonja/forecasting/data';

const QUARTER_MS = 15 * MINUTE_MS;

export const PERIOD_MS = { PT1H: HOUR_MS, PT15M: QUARTER_MS };

/**
 * When the value that `quarterValues` or `hourlyValues` gives for a period was published, of an hour of four quarters the last of them. To be
 * asked of periods that have a value.
 */
export function availabilityOf(
  preferred: readonly Series[],
  window: { from: number; to: number; asOf: number },
  resolution: 'PT15M' | 'PT1H',
): (start: number) => number {
  const quarters = quarterValues(
    preferred.map((series) => ({ ...series, value: series.availableAt })),
    window,
  );
  return (start) => {
    let latest = Number.NEGATIVE_INFINITY;
    for (let quarter = start; quarter < start + PERIOD_MS[resolution]; quarter += QUARTER_MS)
      latest = Math.max(latest, quarters.get(quarter) ?? latest);
    return latest;
  };
}
