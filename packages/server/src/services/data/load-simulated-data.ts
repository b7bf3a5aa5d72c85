import {
  addDays,
  type DeliveryDay,
  deliveryDayOf,
  simulateMarket,
  simulateOutlooks,
} from '@lonja/forecasting';
import { appendObservations } from '../../store/observations.ts';
import { daysReadBy } from '../forecasts/horizon-model.ts';
import type { DataContext } from './data-context.ts';
import { missingPriceDays } from './missing-price-days.ts';

/** Every installation simulates the same market, so that its figures can be compared. */
const SEED = 7;

const CHUNK_DAYS = 60;

/** Days ahead of the clock that are stored; what is not available yet stays invisible to reads as of now. */
const DAYS_AHEAD = 8;

/** Stores the days of the simulated market that the store lacks, from the first day that forecasts read to a few days ahead. */
export async function loadSimulatedData(context: DataContext): Promise<void> {
  const { db, clock, progress } = context;
  const today = deliveryDayOf(clock.now());
  const last = addDays(today, DAYS_AHEAD);
  const first = addDays(today, -daysReadBy(context.champion));
  const chunks = chunksOf(await missingPriceDays(db, 'simulator', { from: first, to: last }));
  for (const [i, chunk] of chunks.entries()) {
    progress('Simulating the market', i, chunks.length);
    const { series } = simulateMarket({ seed: SEED, ...chunk });
    // What was said of days past is of no use any more.
    const outlooks = chunk.to < today ? [] : simulateOutlooks({ seed: SEED, ...chunk });
    const { prices = [], others = [] } = Object.groupBy(series, ({ key }) =>
      key === 'price.da' ? 'prices' : 'others',
    );
    // The price says which days are complete, so it is stored last.
    for (const { key, unit, resolution, ...rows } of [...outlooks, ...others, ...prices]) {
      await appendObservations(db, { series: key, source: 'simulator', resolution, unit }, rows);
    }
  }
  if (chunks.length > 0) progress('Simulating the market', chunks.length, chunks.length);
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
