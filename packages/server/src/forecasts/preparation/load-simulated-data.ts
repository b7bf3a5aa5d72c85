import {
  addDays,
  type DeliveryDay,
  deliveryDayOf,
  FIRST_INTRADAY_AUCTION_DAY,
} from '@lonja/forecasting/market';
import type { Series } from '@lonja/forecasting/data';
import { simulateMarket, simulateOutlooks, simulateRenewals } from '@lonja/forecasting/simulator';
import { appendObservations } from '../../market/observations/observations.ts';
import { daysReadBy } from '../issue/day-ahead-model.ts';
import type { DataContext } from '../../market/sources/data-context.ts';
import { missingDays } from './missing-days.ts';

/** Every installation simulates the same market, so that its figures can be compared. */
const SEED = 7;

const CHUNK_DAYS = 60;

/** Days ahead of the clock that are stored; what is not available yet stays invisible to reads as of now. */
const DAYS_AHEAD = 8;

/** Stores the days of the simulated market that the store lacks, from the first day that forecasts read to a few days ahead. */
export async function loadSimulatedData(context: DataContext): Promise<void> {
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
