import {
  type Product,
  deliveryDayOf,
  localHourOf,
  periodMs,
  type DeliveryDay,
} from '@lonja/forecasting/market';
import { type ForecastPoint, POINT_VALUES } from '@lonja/forecasting/data';
import { sql } from 'kysely';
import {
  type ForecastRun,
  findVisibleRuns,
  selectVisibleRuns,
  toRun,
  type VisibleRuns,
} from './run-store.ts';
import { clampToServedDays, servedDaysOf } from '../../ground/timing/served-days.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { AppError } from '../../ground/errors.ts';
import { marketProductId } from '../../ground/market-ids.ts';
import { listPrices } from '../../market/prices/list-prices.ts';
import type { Db } from '../../ground/database/database.ts';
import { epochMs, packedNumbers, unpackNumbers } from '../../ground/database/arrays.ts';

interface RunsQuery extends RunFilter {
  product: Product;
  /** Epoch ms; undefined: now. */
  asOf: number | undefined;
  /** From 1. */
  page: number;
  pageSize: number;
}

/** One page of the runs of a product, newest first. */
export async function listForecastRuns(
  context: ReadContext,
  query: RunsQuery,
): Promise<{ runs: ForecastRun[]; total: number }> {
  const { product, asOf, day, page, pageSize, issuedFrom } = query;
  const visible = await findVisibleRuns(context, product, asOf);
  const isServed = day === undefined || clampToServedDays({ from: day, to: day }) !== undefined;
  if (visible === undefined || !isServed) return { runs: [], total: 0 };
  const offset = (page - 1) * pageSize;
  return listRuns(context.db, visible, { day, issuedFrom, offset, limit: pageSize });
}

interface EvolutionQuery {
  product: Product;
  resolution: 'PT15M' | 'PT1H';
  /** Any instant of the delivery period, epoch ms. */
  delivery: number;
  /** Epoch ms; undefined: now. */
  asOf: number | undefined;
}

export interface Evolution {
  /** Start of the delivery period. */
  start: number;
  /** What each run said of it, oldest first. */
  vintages: RunWithPoint[];
  /** The price that cleared, EUR/MWh, once it is public. */
  priceEurPerMwh: number | undefined;
}

/** The forecast of one delivery period over successive runs. Throws `not_found` where no run covers it. */
export async function getEvolution(context: ReadContext, query: EvolutionQuery): Promise<Evolution> {
  const { product, resolution, delivery } = query;
  const start = delivery - (delivery % periodMs(resolution));
  const isServed = servedDaysOf({ from: start, to: start + 1 }) !== undefined;
  const visible = await findVisibleRuns(context, product, query.asOf);
  const vintages =
    visible && isServed
      ? await listRunsWithPoint(context.db, visible, { start, resolution, day: deliveryDayOf(start) })
      : [];
  if (visible === undefined || vintages.length === 0) {
    throw new AppError(
      'not_found',
      `No forecast for ${marketProductId(product)} covers ${new Date(start).toISOString()} at resolution ${resolution}; GET /forecasts/available-dates lists the days that have one.`,
    );
  }
  const day = deliveryDayOf(start);
  const asOfContext = { ...context, clock: { now: () => visible.asOf } };
  const hour = localHourOf(start);
  const { prices } = await listPrices(asOfContext, { product, from: day, to: day, hour, resolution });
  const priceEurPerMwh = prices.find((price) => price.start === start)?.priceEurPerMwh;
  return { start, vintages, priceEurPerMwh };
}

interface RunFilter {
  /** The run covers this delivery day. */
  day: DeliveryDay | undefined;
  /** Issued at or after this instant, epoch ms. */
  issuedFrom: number | undefined;
}

/** One page of the visible runs, newest first, and how many there are on all pages. */
export async function listRuns(
  db: Db,
  visible: VisibleRuns,
  { day, issuedFrom, ...page }: RunFilter & { offset: number; limit: number },
): Promise<{ runs: ForecastRun[]; total: number }> {
  let matching = selectVisibleRuns(db, visible);
  if (day !== undefined) matching = matching.where('first_day', '<=', day).where('last_day', '>=', day);
  if (issuedFrom !== undefined) matching = matching.where('issued_at', '>=', new Date(issuedFrom));
  const [rows, { total }] = await Promise.all([
    matching
      .orderBy('issued_at', 'desc')
      .orderBy('created_at', 'desc')
      .offset(page.offset)
      .limit(page.limit)
      .execute(),
    matching
      .clearSelect()
      .select((eb) => eb.fn.countAll<string>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { runs: rows.map(toRun), total: Number(total) };
}

/** A run with what it said of one delivery period. */
interface RunWithPoint {
  run: ForecastRun;
  point: ForecastPoint;
}

/** Every visible run that has a point of the given start and resolution, oldest first. */
async function listRunsWithPoint(
  db: Db,
  visible: VisibleRuns,
  wanted: { start: number; resolution: 'PT15M' | 'PT1H'; day: DeliveryDay },
): Promise<RunWithPoint[]> {
  const rows = await selectVisibleRuns(db, visible)
    .innerJoin('forecast_point', 'forecast_point.run_id', 'forecast_run.id')
    .select(POINT_VALUES)
    .where('first_day', '<=', wanted.day)
    .where('last_day', '>=', wanted.day)
    .where('resolution', '=', wanted.resolution)
    .where('start_at', '=', new Date(wanted.start))
    .orderBy('issued_at')
    .orderBy('created_at')
    .execute();
  return rows.map((row) => {
    const values = Object.fromEntries(POINT_VALUES.map((name) => [name, row[name]]));
    return { run: toRun(row), point: { start: wanted.start, ...values } as ForecastPoint };
  });
}

/** The periods of runs that start before an instant of each, in order of time, by run. */
export async function listPointsOfRuns(
  db: Db,
  resolution: 'PT15M' | 'PT1H',
  wanted: readonly { runId: string; before: number }[],
): Promise<Map<string, Pick<ForecastPoint, 'start' | 'value'>[]>> {
  const { rows } = await sql<{ run_id: string; starts: string | null; points: string | null }>`
    select wanted.run_id, ${packedNumbers('point.starts')} as starts, ${packedNumbers('point.points')} as points
    from unnest(
      ${wanted.map(({ runId }) => runId)}::uuid[],
      ${wanted.map(({ before }) => before)}::float8[]
    ) as wanted (run_id, before_ms)
    -- An aggregate of its own for each run: hundreds of runs have a hundred thousand periods, which are slow as rows.
    cross join lateral (
      select array_agg(${epochMs('start_at')} order by start_at) as starts, array_agg(value order by start_at) as points
      from forecast_point
      where forecast_point.run_id = wanted.run_id and resolution = ${resolution}
        and start_at < to_timestamp(wanted.before_ms / 1000)
    ) as point`.execute(db);
  return new Map(
    rows.map((row) => {
      const [starts, points] = [unpackNumbers(row.starts), unpackNumbers(row.points)];
      return [row.run_id, Array.from(starts, (start, i) => ({ start, value: points[i] }))];
    }),
  );
}
