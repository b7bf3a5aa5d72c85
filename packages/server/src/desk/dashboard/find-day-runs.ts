import type { ForecastPoint } from '@lonja/forecasting/data';
import { addDays, dayStart, type DeliveryDay, deliveryDayOf, type Product } from '@lonja/forecasting/market';
import { z } from 'zod';
import { forecastLimit } from '../../forecasts/runs/cutoff.ts';
import {
  findNewestRun,
  type ForecastRun,
  listPoints,
  type VisibleRuns,
} from '../../forecasts/runs/run-store.ts';
import { listRuns } from '../../forecasts/runs/list-runs.ts';
import type { Db } from '../../ground/database/database.ts';
import { roundPrice } from '../../ground/http/wire.ts';

/**
 * What the run of a day is compared with: `previous` is the newest run before it that forecast other prices or bounds for the day, `morning` the first
 * run of the day on which it was issued, `yesterday` the last one of the day before that.
 */
const COMPARISONS = ['previous', 'morning', 'yesterday'] as const;
export type Comparison = (typeof COMPARISONS)[number];

export const CompareParameter = z.enum(COMPARISONS).meta({
  description: [
    'Run that the one of each day is compared with: `previous`, the newest one before it that forecast other prices or bounds; `morning`, the first one',
    'of the day on which it was issued; `yesterday`, the last one of the day before that',
  ].join(' '),
});

/** The runs that a page shows of a delivery day. */
export interface DayRuns {
  /** The run that counts for the day; undefined where no run covers it. */
  run: ForecastRun | undefined;
  /** The run that it is compared with; undefined where there is none. */
  previous: ForecastRun | undefined;
}

/** Runs that forecast the same are passed over up to so many. */
const MOST_EQUAL_RUNS = 6;
/** More runs are not issued in a day. */
const MOST_RUNS_OF_DAY = 50;

/**
 * The run of a delivery day that is scored: the newest one before its auction, or of those so far while the auction is still to come. Where
 * there is none, because the service was first started later, the newest run. `publishedAt` has when the prices of days became
 * public; `read` gives the hourly points of a run.
 */
export async function findDayRuns(
  db: Db,
  visible: VisibleRuns | undefined,
  {
    product,
    day,
    publishedAt,
    compare = 'previous',
    read = (runId) => listPoints(db, runId, 'PT1H'),
  }: {
    product: Product;
    day: DeliveryDay;
    publishedAt: ReadonlyMap<DeliveryDay, number>;
    compare?: Comparison;
    read?: (runId: string) => Promise<readonly ForecastPoint[]>;
  },
): Promise<DayRuns> {
  if (visible === undefined) return { run: undefined, previous: undefined };
  const days = { coversFirst: day, coversLast: day };
  const before = Math.min(visible.asOf, forecastLimit(product, day, publishedAt) - 1);
  const run =
    (await findNewestRun(db, { ...visible, asOf: before }, days)) ?? (await findNewestRun(db, visible, days));
  if (run === undefined) return { run, previous: undefined };
  const issueDay = deliveryDayOf(run.issuedAt);
  if (compare === 'morning') {
    const page = { day, issuedFrom: dayStart(issueDay), offset: 0, limit: MOST_RUNS_OF_DAY };
    const { runs } = await listRuns(db, { ...visible, asOf: run.issuedAt - 1 }, page);
    return { run, previous: runs.at(-1) };
  }
  if (compare === 'yesterday') {
    const issuedFrom = dayStart(addDays(issueDay, -1));
    const asOf = dayStart(issueDay) - 1;
    return { run, previous: await findNewestRun(db, { ...visible, asOf }, { ...days, issuedFrom }) };
  }
  const forecastOf = async ({ id }: ForecastRun) =>
    (await read(id))
      .filter(({ start }) => start >= dayStart(day) && start < dayStart(addDays(day, 1)))
      .map(({ value, p10, p90 }) => [value, p10, p90].map(roundPrice).join('/'))
      .join();
  const shown = await forecastOf(run);
  let previous: ForecastRun | undefined = run;
  for (let passed = 0; passed <= MOST_EQUAL_RUNS; passed++) {
    previous = await findNewestRun(db, { ...visible, asOf: previous.issuedAt - 1 }, days);
    if (previous === undefined || (await forecastOf(previous)) !== shown) return { run, previous };
  }
  return { run, previous };
}
