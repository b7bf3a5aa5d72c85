import type { Panel } from '../data/panel.ts';
import {
  quarterResiduals,
  type QuarterShape,
  quarterShapeOf,
  SHAPE_DAYS,
  stepsOfRow,
} from '../horizon/quarter-shape.ts';
import type { LocalPeriod, ObservedPeriod } from './observed-period.ts';

export const QUARTERS_PER_HOUR = 4;

/** The quarter hours of a panel of hours, for forecasts of quarter hours. */
export interface QuarterHours {
  /** The panel's prices by quarter hours; an hour that is known as a whole only has its price in all four. */
  panel: Panel;
  /** How quarter hours lay around the mean of their hour on the days before a row. */
  shapeBefore: (row: number) => QuarterShape;
  /** How they lay around what the shape before a row expects, one row for each of its days without a gap. */
  residualsBefore: (row: number) => Float64Array[];
}

/** A market with the periods that are scored and those that are to be forecast. */
interface MarketPeriods {
  panel: Panel;
  periods: readonly ObservedPeriod[];
  open: readonly LocalPeriod[];
}

/**
 * The same market with quarter hours as the slots of its panel, for forecasts that need no shape of the hour, such as that of a week before.
 * Inputs are left out. As it is where no period is a quarter hour.
 */
export function byQuarterHours<T extends MarketPeriods>(data: T): T {
  const quarters = findQuarterHours(data.panel, data.periods);
  if (quarters === undefined) return data;
  const inQuarters = <P extends LocalPeriod>({ quarter = 0, slot, ...period }: P) => ({
    ...period,
    slot: slot * QUARTERS_PER_HOUR + quarter,
  });
  return {
    ...data,
    panel: quarters.panel,
    periods: data.periods.map(inQuarters),
    open: data.open.map(inQuarters),
  };
}

/** Undefined where no period is a quarter hour. A quarter hour that occurs twice in a day has the mean of both. */
export function findQuarterHours(
  { price, slotsPerDay, days }: Panel,
  periods: readonly ObservedPeriod[],
): QuarterHours | undefined {
  if (periods.every(({ quarter }) => quarter === undefined)) return undefined;
  const sums = new Float64Array(price.length * QUARTERS_PER_HOUR);
  const counts = new Float64Array(sums.length);
  for (const { row, slot, quarter, price: ofPeriod } of periods) {
    if (quarter === undefined) continue;
    const i = (row * slotsPerDay + slot) * QUARTERS_PER_HOUR + quarter;
    sums[i] += ofPeriod;
    counts[i]++;
  }
  const known = sums.map((sum, i) => sum / counts[i]);
  return {
    panel: {
      days,
      slotsPerDay: slotsPerDay * QUARTERS_PER_HOUR,
      price: known.map((quarter, i) =>
        Number.isNaN(quarter) ? price[Math.floor(i / QUARTERS_PER_HOUR)] : quarter,
      ),
      exogenous: [],
    },
    shapeBefore: (row) => quarterShapeOf(hoursBefore(row)),
    residualsBefore: (row) => {
      const hours = hoursBefore(row);
      const days = Array.from({ length: hours.length / slotsPerDay }, (_, day) =>
        hours.slice(day * slotsPerDay, (day + 1) * slotsPerDay),
      );
      return quarterResiduals(days, quarterShapeOf(hours), { from: 0, to: slotsPerDay });
    },
  };

  function hoursBefore(row: number) {
    const first = Math.max(0, row - SHAPE_DAYS) * slotsPerDay;
    return Array.from({ length: row * slotsPerDay - first }, (_, i) => ({
      hour: (first + i) % slotsPerDay,
      ageDays: row - Math.floor((first + i) / slotsPerDay),
      ...stepsOfRow(price.subarray(0, row * slotsPerDay), first + i),
      prices: known.subarray((first + i) * QUARTERS_PER_HOUR, (first + i + 1) * QUARTERS_PER_HOUR),
    }));
  }
}
