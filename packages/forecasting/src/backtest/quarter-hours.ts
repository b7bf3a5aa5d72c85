import type { Panel } from '../data/panel.ts';
import type { LocalPeriod, ObservedPeriod } from './observed-period.ts';

export const QUARTERS_PER_HOUR = 4;

/** A market with the periods that are scored and those that are to be forecast. */
interface MarketPeriods {
  panel: Panel;
  periods: readonly ObservedPeriod[];
  gaps: readonly LocalPeriod[];
  open: readonly LocalPeriod[];
}

/**
 * The same market with quarter hours as the slots of its panel, for forecasts that need no shape of the hour, such as that of a week before.
 * Inputs are left out. As it is where no period is a quarter hour.
 */
export function byQuarterHours<T extends MarketPeriods>(data: T): T {
  const panel = panelOfQuarters(data.panel, data.periods);
  if (panel === undefined) return data;
  const inQuarters = <P extends LocalPeriod>({ quarter = 0, slot, ...period }: P) => ({
    ...period,
    slot: slot * QUARTERS_PER_HOUR + quarter,
  });
  return {
    ...data,
    panel,
    periods: data.periods.map(inQuarters),
    gaps: data.gaps.map(inQuarters),
    open: data.open.map(inQuarters),
  };
}

/**
 * The prices of a panel of hours by quarter hours; an hour that is known as a whole only has its price in all four, and a quarter hour that occurs
 * twice in a day the mean of both. Undefined where no period is a quarter hour.
 */
export function panelOfQuarters(
  { price, slotsPerDay, days }: Panel,
  periods: readonly ObservedPeriod[],
): Panel | undefined {
  if (periods.every(({ quarter }) => quarter === undefined)) return undefined;
  const sums = new Float64Array(price.length * QUARTERS_PER_HOUR);
  const counts = new Float64Array(sums.length);
  for (const { row, slot, quarter, price: ofPeriod } of periods) {
    if (quarter === undefined) continue;
    const i = (row * slotsPerDay + slot) * QUARTERS_PER_HOUR + quarter;
    sums[i] += ofPeriod;
    counts[i]++;
  }
  return {
    days,
    slotsPerDay: slotsPerDay * QUARTERS_PER_HOUR,
    price: sums.map((sum, i) =>
      counts[i] === 0 ? price[Math.floor(i / QUARTERS_PER_HOUR)] : sum / counts[i],
    ),
    exogenous: [],
  };
}
