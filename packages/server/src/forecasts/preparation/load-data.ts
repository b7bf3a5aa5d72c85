import {
  deliveryDayOf,
  addDays,
  type DeliveryDay,
  FIRST_INTRADAY_AUCTION_DAY,
  dayRange,
  dayStart,
} from '@lonja/forecasting/market';
import type { Series } from '@lonja/forecasting/data';
import { simulateMarket, simulateOutlooks, simulateRenewals } from '@lonja/forecasting/simulator';
import { type DataOrigin, findDataOrigin } from '../../ground/database/service-state.ts';
import { chooseDataOrigin, marketReachesPresent } from '../../market/ingest/choose-data-origin.ts';
import type { DataContext } from '../../market/sources/data-context.ts';
import { loadFirstHistory } from './load-history.ts';
import { OperatorError } from '../../ground/errors.ts';
import { LIVE_SOURCES } from '../../market/connectors/source.ts';
import { listFeedEnds, originOf } from '../../market/observations/feeds.ts';
import { appendObservations } from '../../market/observations/observations.ts';
import { daysReadBy } from '../issue/day-ahead-model.ts';
import type { Db } from '../../ground/database/database.ts';
import { listStoredDays } from '../../market/observations/observation-spans.ts';

/**
 * Brings the stored data up to the clock: what a first forecast needs of the live sources, where they are allowed and answer (left out with
 * `asksSources` false), and the simulator's only where no market data reach the present. Gives the origin that the service works on.
 */
export async function loadData(
  context: DataContext,
  { asksSources = true, daysBack }: { asksSources?: boolean; daysBack?: number } = {},
): Promise<DataOrigin> {
  if (asksSources) await loadFirstHistory(context, daysBack === undefined ? {} : { daysBack });
  const origin = await chooseDataOrigin(context);
  if (origin === 'simulator') await loadSimulatedData(context);
  return origin;
}

/**
 * `loadData` for a command that publishes beside a service: where the installation works on the market or has prices of it, the
 * simulator is out of reach, whatever the command's own clock and settings are. Throws OperatorError where nothing is left to
 * publish from; then nothing has been written but what the sources gave.
 */
export async function loadDataToPublish(context: DataContext): Promise<DataOrigin> {
  const { db, clock, sources } = context;
  const origin = await findDataOrigin(db);
  const prices = (await listFeedEnds(db, Number.POSITIVE_INFINITY)).filter(
    ({ series, source }) => series === 'price.da' && originOf(source) === 'market',
  );
  const newestPrice = prices.length === 0 ? undefined : Math.max(...prices.map(({ lastStart }) => lastStart));
  const isSimulated = origin !== 'market' && (newestPrice === undefined || isSimulator(sources, origin));
  if (isSimulated) return loadData(context);
  const ofMarket = sources === 'auto' ? [...LIVE_SOURCES] : sources.filter((name) => name !== 'simulator');
  if (ofMarket.length === 0) {
    throw new OperatorError(
      'SOURCES=simulator would put a simulated run into a database of the market; unset SOURCES, or simulate in a DATA_DIR of its own.',
    );
  }
  const known =
    newestPrice === undefined ? 'there are none' : `the newest are of ${deliveryDayOf(newestPrice)}`;
  const onMarket = { ...context, sources: ofMarket };
  await loadFirstHistory(onMarket);
  if (await marketReachesPresent(context)) return chooseDataOrigin(onMarket);
  throw new OperatorError(
    `There are no prices of the market up to the clock, ${new Date(clock.now()).toISOString().slice(0, 16)}Z (${known}), and ` +
      'nothing simulated is put beside them; set CLOCK_START as for the service, or import newer prices.',
  );
}

/** Whether the installation is configured to simulate and does so already: imported prices do not change that. */
function isSimulator(sources: DataContext['sources'], origin: DataOrigin | undefined): boolean {
  return origin === 'simulator' && sources !== 'auto' && sources.every((name) => name === 'simulator');
}

/** Every installation simulates the same market, so that its figures can be compared. */
const SEED = 7;

const CHUNK_DAYS = 60;

/** Days ahead of the clock that are stored; what is not available yet stays invisible to reads as of now. */
const DAYS_AHEAD = 8;

/** Stores the days of the simulated market that the store lacks, from the first day that forecasts read to a few days ahead. */
async function loadSimulatedData(context: DataContext): Promise<void> {
  const { db, clock, champion } = context;
  const today = deliveryDayOf(clock.now());
  const to = addDays(today, DAYS_AHEAD);
  const span = { from: addDays(today, -daysReadBy(champion)), to };
  const market = await missingDays(db, { source: 'simulator', series: 'price.da.pt', ...span });
  await storeDays(context, 'Simulating the market', market, 'price.da.pt', (chunk) => [
    // What was said of days past is of no use any more.
    ...(chunk.to < today ? [] : simulateOutlooks(chunk)),
    ...simulateMarket(chunk).series,
  ]);
  const renewed = { ...span, from: latest(span.from, FIRST_INTRADAY_AUCTION_DAY) };
  const series = 'load.forecast.intraday';
  const renewals = await missingDays(db, { source: 'simulator', series, ...renewed });
  await storeDays(context, 'Simulating the operator through the day', renewals, series, simulateRenewals);
}

/** Stores what `simulate` gives of the days, chunk by chunk. `last` is the series that says which days are complete. */
async function storeDays(
  { db, progress }: DataContext,
  label: string,
  days: DeliveryDay[],
  last: string,
  simulate: (chunk: { seed: number; from: DeliveryDay; to: DeliveryDay }) => Series[],
): Promise<void> {
  const chunks = chunksOf(days);
  for (const [i, { from, to }] of chunks.entries()) {
    progress(label, i, chunks.length);
    const series = simulate({ seed: SEED, from, to });
    for (const { key, unit, resolution, ...rows } of [
      ...series.filter((one) => one.key !== last),
      ...series.filter((one) => one.key === last),
    ]) {
      await appendObservations(db, { series: key, source: 'simulator', resolution, unit }, rows);
    }
  }
  if (chunks.length > 0) progress(label, chunks.length, chunks.length);
}

function latest(a: DeliveryDay, b: DeliveryDay): DeliveryDay {
  return a > b ? a : b;
}

/** Runs of consecutive days, none longer than a chunk. */
function chunksOf(days: DeliveryDay[]): { from: DeliveryDay; to: DeliveryDay }[] {
  const chunks: { from: DeliveryDay; to: DeliveryDay; length: number }[] = [];
  for (const day of days) {
    const chunk = chunks.at(-1);
    if (chunk !== undefined && addDays(chunk.to, 1) === day && chunk.length < CHUNK_DAYS) {
      chunk.to = day;
      chunk.length++;
    } else {
      chunks.push({ from: day, to: day, length: 1 });
    }
  }
  return chunks.map(({ from, to }) => ({ from, to }));
}

/** Delivery days from `from` to `to` (inclusive) of which nothing of a series is stored from a source, in order. */
export async function missingDays(
  db: Db,
  { series, source, from, to }: { series: string; source: string; from: DeliveryDay; to: DeliveryDay },
): Promise<DeliveryDay[]> {
  const window = { from: dayStart(from), to: dayStart(addDays(to, 1)) };
  const stored = new Set(await listStoredDays(db, { series, source, ...window }));
  return dayRange(from, to).filter((day) => !stored.has(day));
}
