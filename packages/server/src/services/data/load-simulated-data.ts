import { addDays, type DeliveryDay, deliveryDayOf, simulateMarket } from '@lonja/forecasting';
import { appendObservations } from '../../store/observations.ts';
import { findLastStart } from '../../store/observation-spans.ts';
import { daysReadBy } from '../forecasts/champion.ts';
import type { DataContext } from './data-context.ts';

/** Every installation simulates the same market, so that its figures can be compared. */
const SEED = 20_260_101;

const CHUNK_DAYS = 60;

/** Days ahead of the clock that are stored; what is not available yet stays invisible to reads as of now. */
const DAYS_AHEAD = 3;

/** Stores the simulated market from the first day that forecasts need to a few days ahead, continuing where it ended. */
export async function loadSimulatedData(context: DataContext): Promise<void> {
  const { db, clock, progress } = context;
  const today = deliveryDayOf(clock.now());
  const last = addDays(today, DAYS_AHEAD);
  const firstNeeded = addDays(today, -daysReadBy(context.champion));
  const stored = await findLastStart(db, { series: 'price.da', source: 'simulator' });
  const continued = stored === undefined ? firstNeeded : addDays(deliveryDayOf(stored), 1);
  const first = continued > firstNeeded ? continued : firstNeeded;
  const chunks = chunksOf(first, last);
  for (const [i, chunk] of chunks.entries()) {
    progress('Simulating the market', i, chunks.length);
    const { series } = simulateMarket({ seed: SEED, ...chunk });
    const { prices = [], others = [] } = Object.groupBy(series, ({ key }) =>
      key === 'price.da' ? 'prices' : 'others',
    );
    // The price decides where a later start continues, so it is stored last.
    for (const { key, unit, resolution, ...rows } of [...others, ...prices]) {
      await appendObservations(db, { series: key, source: 'simulator', resolution, unit }, rows);
    }
  }
  if (chunks.length > 0) progress('Simulating the market', chunks.length, chunks.length);
}

function chunksOf(first: DeliveryDay, last: DeliveryDay): { from: DeliveryDay; to: DeliveryDay }[] {
  const chunks: { from: DeliveryDay; to: DeliveryDay }[] = [];
  for (let from = first; from <= last; from = addDays(from, CHUNK_DAYS)) {
    const end = addDays(from, CHUNK_DAYS - 1);
    chunks.push({ from, to: end < last ? end : last });
  }
  return chunks;
}
