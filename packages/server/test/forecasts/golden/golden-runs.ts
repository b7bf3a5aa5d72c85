import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  AUCTION_CALENDAR,
  type DeliveryDay,
  deliveryDayOf,
  latestScheduledRun,
  type Product,
} from '@lonja/forecasting/market';
import { simulateMarket, simulateRenewals } from '@lonja/forecasting/simulator';
import { sql } from 'kysely';
import { issueRun } from '../../../src/forecasts/issue/issue-run.ts';
import { reproduceVersion } from '../../../src/forecasts/models/recompute-runs.ts';
import { savePreparationState } from '../../../src/forecasts/runs/preparation-state.ts';
import type { Db } from '../../../src/ground/database/database.ts';
import { saveDataOrigin } from '../../../src/ground/database/service-state.ts';
import { appendObservations } from '../../../src/market/observations/observations.ts';
import { jobHandlers } from '../../../src/start/job-handlers.ts';
import { createTestDatabase } from '../../database.ts';
import { createTestContext, SMALL_CHAMPION, WHOLE_AUCTION } from '../../test-context.ts';
import { LEAR } from '@lonja/forecasting';

/** What a run publishes and what later runs learn from it. */
export interface GoldenRun {
  /** A digest of every bit of each part. */
  digests: Record<string, string>;
  /** Of the hourly points, EUR/MWh, for the reader of a difference. */
  mean: number;
  degraded: string[];
}

export const GOLDEN_RUNS_FILE = new URL('golden-runs.json', import.meta.url);

const FIRST_DAY = '2025-12-15';
/** The day-ahead auction of this day never publishes. */
const LATE_DAY = '2026-03-31';
const SEED = 11;
const NEVER = new AbortController().signal;

function goldenContext(db: Db, now: string) {
  return { ...createTestContext(db, now), auctions: { champion: WHOLE_AUCTION, challengers: [] } };
}

interface GoldenCase {
  product: Product;
  now: string;
  /** Whether the past that the run did not wait for is made after it. */
  completes?: boolean;
}

const CASES: Record<string, GoldenCase> = {
  'weekly naive': { product: 'da', now: '2025-12-27T11:05:00Z' },
  'first run, with what it waits for': { product: 'da', now: '2026-03-26T11:05:00Z', completes: true },
  'morning, without the inputs of the day': { product: 'da', now: '2026-03-28T05:05:00Z' },
  'noon, before the day of 23 hours': { product: 'da', now: '2026-03-28T11:05:00Z' },
  'next noon, which learns from what was issued': { product: 'da', now: '2026-03-29T10:05:00Z' },
  'after the results of its first day': { product: 'da', now: '2026-03-29T12:05:00Z' },
  'first auction, first run': { product: 'ida1', now: '2026-03-28T12:30:00Z' },
  'first auction, next run': { product: 'ida1', now: '2026-03-29T11:30:00Z' },
  'second auction': { product: 'ida2', now: '2026-03-28T20:30:00Z' },
  'third auction': { product: 'ida3', now: '2026-03-29T07:30:00Z' },
  'first auction, without any price of the day': { product: 'ida1', now: '2026-03-30T13:00:00Z' },
  'results of the day before are late': { product: 'da', now: '2026-03-31T10:05:00Z' },
  'third auction, without a past': { product: 'ida3', now: '2025-12-16T08:30:00Z' },
};

/** Issues runs of each product on a simulated market, as the service would at their instants. */
export async function makeGoldenRuns(): Promise<Record<string, GoldenRun>> {
  const { db, drop } = await createTestDatabase();
  try {
    const span = { seed: SEED, from: FIRST_DAY, to: '2026-04-05' };
    for (const { key, unit, resolution, ...rows } of [
      ...simulateMarket(span).series,
      ...simulateRenewals(span),
    ]) {
      const feed = { series: key, source: 'simulator', resolution, unit };
      await appendObservations(db, feed, key === 'price.da' ? without(rows, LATE_DAY) : rows);
    }
    const made: Record<string, GoldenRun> = {};
    await saveDataOrigin(db, 'simulator');
    for (const [name, one] of Object.entries(CASES)) made[name] = await goldenRun(db, one);
    made['past runs, by every job that makes them'] = await goldenPast(db);
    return made;
  } finally {
    await drop();
  }
}

export function readGoldenRuns(): Record<string, GoldenRun> {
  return JSON.parse(readFileSync(GOLDEN_RUNS_FILE, 'utf8')) as Record<string, GoldenRun>;
}

async function goldenRun(db: Db, { product, now, completes = false }: GoldenCase): Promise<GoldenRun> {
  const run = latestScheduledRun(AUCTION_CALENDAR[product], Date.parse(now));
  const context = goldenContext(db, now);
  const { runId, degraded } = await issueRun(context, { product, run, dataOrigin: 'simulator' });
  if (completes) await jobHandlers(context)['complete-calibration']({ product, ...run }, NEVER);
  const rowsOf = rowsIn(db);
  const points = (resolution: string) =>
    rowsOf(
      sql`select start_at, value, p10, p90 from forecast_point
          where run_id = ${runId} and resolution = ${resolution} order by start_at`,
    );
  const hours = await points('PT1H');
  return {
    digests: {
      hours: digestOf(hours),
      quarters: digestOf(await points('PT15M')),
      distributions: digestOf(
        await rowsOf(
          sql`select hour_quantiles, quarter_quantiles, quarter_shares, past_ages, past_ranks, quarter_days, quarter_ranks
              from forecast_distribution where run_id = ${runId}`,
        ),
      ),
      explanations: digestOf(
        await rowsOf(
          sql`select to_jsonb(c) - 'run_id' as row from forecast_contribution c where run_id = ${runId} order by 1`,
        ),
      ),
      learnt: digestOf(
        await rowsOf(
          sql`select scheduled_for, first_day, point_values, member_values, bound_values from calibration_forecast
              where product = ${product} order by scheduled_for, model_version_id`,
        ),
      ),
    },
    mean: hours.reduce((sum, { value }) => sum + Number(value), 0) / hours.length,
    degraded,
  };
}

/** What the jobs make of past days after two published runs that have challengers: the same instants for the day-ahead market and an auction. */
async function goldenPast(db: Db): Promise<GoldenRun> {
  const context = {
    ...goldenContext(db, '2026-04-01T11:35:00Z'),
    challengers: [{ ...SMALL_CHAMPION, point: { ...LEAR, windows: [28] } }],
    auctions: {
      champion: WHOLE_AUCTION,
      challengers: [{ ...WHOLE_AUCTION, spread: { ...WHOLE_AUCTION.spread, trees: 5 } }],
    },
  };
  const now = context.clock.now();
  const handlers = jobHandlers(context);
  const degraded: string[] = [];
  for (const product of ['da', 'ida1'] as const) {
    const run = latestScheduledRun(AUCTION_CALENDAR[product], now);
    degraded.push(...(await issueRun(context, { product, run, dataOrigin: 'simulator' })).degraded);
    await handlers['complete-calibration']({ product, ...run }, NEVER);
    await handlers['run-shadows']({ product }, NEVER);
    await handlers['backtest-runs']({ product }, NEVER);
  }
  const [from, until] = ['2026-03-30T00:00:00Z', '2026-04-01T10:00:00Z'].map(Date.parse);
  // Made beside each other, an auction may have a run of the day-ahead market to stand in for its missing price, or not yet.
  for (const product of ['da', 'ida1']) {
    await savePreparationState(db, 'issued_past', { from, until: { [product]: until }, done: 0, total: 1 });
    await handlers['issue-past']({}, NEVER);
  }
  const rowsOf = rowsIn(db);
  const versions = await rowsOf(sql`select id, product, backtest from model_version order by id`);
  const repeated: Record<string, unknown>[] = [];
  for (const { id, product } of versions) {
    const made = { modelVersionId: String(id), day: product === 'da' ? '2026-04-02' : '2026-04-01' };
    const { runs } = await reproduceVersion(context, made).catch(() => ({ runs: [] }));
    repeated.push(...runs.map(({ compared, differing, hours }) => ({ id, compared, differing, hours })));
  }
  const shadows = await rowsOf(
    sql`select scheduled_for, shadow.model_version_id, hourly_values from shadow_run as shadow
        join forecast_run as run on run.id = shadow.run_id order by 1, 2`,
  );
  const values = shadows.flatMap(({ hourly_values }) => hourly_values as number[]);
  return {
    digests: {
      versions: digestOf(versions),
      shadows: digestOf(shadows),
      repeated: digestOf(repeated),
      learnt: digestOf(
        await rowsOf(
          sql`select product, scheduled_for, first_day, point_values, member_values, bound_values, backtested_hours, backtested_on
              from calibration_forecast order by product, scheduled_for, model_version_id`,
        ),
      ),
      runs: digestOf(
        await rowsOf(
          sql`select product, scheduled_for, issued_at, published_at, data_as_of, model_version_id, degraded, calibrated_on
              from forecast_run order by product, scheduled_for, issued_at`,
        ),
      ),
      points: digestOf(
        await rowsOf(
          sql`select product, scheduled_for, resolution, start_at, value, p10, p90 from forecast_point
              join forecast_run as run on run.id = run_id order by product, scheduled_for, resolution, start_at`,
        ),
      ),
    },
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    degraded,
  };
}

type Query = ReturnType<typeof sql<Record<string, unknown>>>;

function rowsIn(db: Db) {
  return async (query: Query) => (await query.execute(db)).rows;
}

function digestOf(rows: readonly Record<string, unknown>[]): string {
  return createHash('sha256').update(JSON.stringify(rows)).digest('base64url');
}

interface Rows {
  start: Float64Array;
  value: Float64Array;
  availableAt: Float64Array;
}

function without({ start, value, availableAt }: Rows, day: DeliveryDay): Rows {
  const isKept = (_: number, i: number) => deliveryDayOf(start[i]) !== day;
  return {
    start: start.filter(isKept),
    value: value.filter(isKept),
    availableAt: availableAt.filter(isKept),
  };
}
