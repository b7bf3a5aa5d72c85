import {
  AUCTION_CALENDAR,
  type DeliveryDay,
  HOUR_MS,
  MINUTE_MS,
  type Resolution,
  type Series,
  coveredPeriods,
  dayStart,
  deliveryDayOf,
  deliveryPeriods,
  instantFor,
} from '@lonja/forecasting';
import { PayloadFault } from './payload-fault.ts';
import type { DaySpan, Publication, PublishedDay } from './source.ts';

/** Values as a source gives them, of any step. */
export interface TimedValues {
  key: string;
  /** Length of a period in ms; `day`: one value for each delivery day. */
  step: number | 'day';
  /** Period start in epoch ms to value. */
  values: ReadonlyMap<number, number>;
}

const QUARTER_MS = 15 * MINUTE_MS;

/**
 * The days of a publication from values that span several: hours and quarters stay what they are, other steps become means of
 * whole hours. Series that the publication does not name and periods outside the asked
 * days or the auction are left out; days without a value are missing.
 */
export function publishedDays(
  publication: Publication,
  span: DaySpan,
  parts: readonly TimedValues[],
): PublishedDay[] {
  const byDay = new Map<DeliveryDay, Series[]>();
  for (const part of parts) {
    const unit = publication.units[part.key];
    if (unit === undefined) continue;
    const { resolution, values } = resample(part);
    const days = Map.groupBy(
      [...values].sort(([a], [b]) => a - b),
      ([start]) => deliveryDayOf(start),
    );
    for (const [day, rows] of days) {
      if (day < span.from || day > span.to) continue;
      const covered = startsOf(publication, day, resolution);
      const kept = rows.filter(([start]) => covered.has(start));
      if (kept.length === 0) continue;
      const series: Series = {
        key: part.key,
        unit,
        resolution,
        start: Float64Array.from(kept, ([start]) => start),
        value: Float64Array.from(kept, ([, value]) => value),
        availableAt: new Float64Array(kept.length).fill(instantFor(day, publication.expected)),
      };
      byDay.set(day, [...(byDay.get(day) ?? []), series]);
    }
  }
  return [...byDay]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, series]) => ({ day, revision: 1, series }));
}

/** Starts of the periods that a day of a publication has. */
export function startsOf(publication: Publication, day: DeliveryDay, resolution: Resolution): Set<number> {
  if (resolution === 'P1D') return new Set([dayStart(day)]);
  const periods =
    publication.product === undefined
      ? deliveryPeriods(day, resolution)
      : coveredPeriods(AUCTION_CALENDAR[publication.product], day, resolution);
  return new Set(periods.map(({ start }) => start));
}

/** The step of values that do not name it: the smallest distance between two of them, an hour where there is one. */
export function stepOf(starts: Iterable<number>): number {
  const sorted = [...starts].sort((a, b) => a - b);
  const gaps = sorted.slice(1).map((start, i) => start - sorted[i]);
  return gaps.length === 0 ? HOUR_MS : Math.min(...gaps);
}

function resample({ key, step, values }: TimedValues): {
  resolution: Resolution;
  values: ReadonlyMap<number, number>;
} {
  if (step === 'day') return { resolution: 'P1D', values };
  if (step === HOUR_MS || step === QUARTER_MS) {
    return { resolution: step === HOUR_MS ? 'PT1H' : 'PT15M', values };
  }
  const perHour = HOUR_MS / step;
  if (!Number.isInteger(perHour)) {
    throw new PayloadFault(
      `${key} comes in steps of ${step / MINUTE_MS} minutes, which do not make an hour.`,
    );
  }
  const hours = Map.groupBy(values, ([start]) => start - (start % HOUR_MS));
  return {
    resolution: 'PT1H',
    values: new Map(
      [...hours]
        .filter(([, rows]) => rows.length === perHour)
        .map(([hour, rows]) => [hour, rows.reduce((sum, [, value]) => sum + value, 0) / perHour]),
    ),
  };
}
