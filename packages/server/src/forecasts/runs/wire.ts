import { POINT_VALUES } from '@lonja/forecasting/data';
import {
  type DeliveryDay,
  deliveryDayOf,
  formatMadrid,
  TIME_ZONE,
  AUCTION_CALENDAR,
  instantFor,
  isScheduledRun,
  type Product,
  type ScheduledRun,
} from '@lonja/forecasting/market';
import type { CsvColumns } from '../../ground/http/csv.ts';
import { formatInstant, roundPrice } from '../../ground/http/wire.ts';

type PointValue = (typeof POINT_VALUES)[number];

/** The numbers of a point as they are served. Any further fields are left out. */
export function pointFields(point: Record<PointValue, number>): Record<PointValue, number> {
  const { value, p10, p90 } = point;
  return { value: roundPrice(value), p10: roundPrice(p10), p90: roundPrice(p90) };
}

/** Columns of prices by their names, each with the price of its place in a record, EUR/MWh. */
export function priceColumns<T>(
  names: readonly string[],
  priceOf: (record: T, place: number) => number,
): CsvColumns<T> {
  return Object.fromEntries(
    names.map((name, i) => [`${name} (EUR/MWh)`, (record: T) => roundPrice(priceOf(record, i))]),
  );
}

/** Columns of the numbers of a point. */
export const POINT_COLUMNS = priceColumns<Record<PointValue, number>>(
  POINT_VALUES,
  (point, i) => point[POINT_VALUES[i]],
);

/** Columns that say which period a row is of. */
export const PERIOD_COLUMNS: CsvColumns<{ start: number }> = {
  'time (UTC)': ({ start }) => formatInstant(start),
  [`start (${TIME_ZONE})`]: ({ start }) => formatMadrid(start),
};

/** Columns that say which delivery hour a row is of. */
export const HOUR_COLUMNS: CsvColumns<{ day: DeliveryDay; hour: number; start: number }> = {
  [`date (${TIME_ZONE})`]: ({ day }) => day,
  [`hour (${TIME_ZONE})`]: ({ hour }) => hour,
  [`start (${TIME_ZONE})`]: ({ start }) => formatMadrid(start),
  'time (UTC)': ({ start }) => formatInstant(start),
};

/** The days of periods in order of time, for the name of a file. */
export function firstAndLastDay(periods: readonly { start: number }[]): DeliveryDay[] {
  const days = [periods[0], periods.at(-1)].flatMap((period) =>
    period ? [deliveryDayOf(period.start)] : [],
  );
  return [...new Set(days)];
}

/** Why a run was made, and whether one could bid with it. */
interface RunOccasion {
  /** The time of the schedule that it answers, or when the input came that it answers. */
  scheduled_for: string;
  trigger: 'schedule' | 'input';
  /** Whether it could be read before the gate of its first delivery day closed. */
  before_gate: boolean;
}

/** Instants are epoch ms. */
export function runOccasion(run: ScheduledRun & { product: Product; publishedAt: number }): RunOccasion {
  const calendar = AUCTION_CALENDAR[run.product];
  return {
    scheduled_for: formatInstant(run.scheduledFor),
    trigger: isScheduledRun(calendar, run) ? 'schedule' : 'input',
    before_gate: run.publishedAt < instantFor(run.firstDay, calendar.gateClosure),
  };
}
