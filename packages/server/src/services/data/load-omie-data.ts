import { AUCTION_CALENDAR, addDays, type DeliveryDay, deliveryDayOf, instantFor } from '@lonja/forecasting';
import { availabilityOf } from '../../connectors/omie/availability.ts';
import { type PublishedPrices, fetchDayAheadPrices } from '../../connectors/omie/client.ts';
import { appendObservations } from '../../store/observations.ts';
import type { DataContext } from './data-context.ts';
import { missingPriceDays } from './missing-price-days.ts';

const PROBE_TIMEOUT_MS = 3_000;
const TIMEOUT_MS = 15_000;
const PARALLEL_REQUESTS = 4;

/**
 * Loads the day-ahead prices that the store lacks, from `daysBack` days ago up to the latest day that OMIE has published. Where OMIE
 * does not answer, nothing happens and the log says so. A day whose file is damaged or missing is left for the next call.
 */
export async function loadOmieData(context: DataContext, daysBack: number): Promise<void> {
  const { db, clock, logger, progress } = context;
  const now = clock.now();
  const today = deliveryDayOf(now);
  const isTomorrowDue = now >= instantFor(addDays(today, 1), AUCTION_CALENDAR.da.resultsPublished);
  const span = {
    from: addDays(today, -daysBack),
    to: addDays(today, isTomorrowDue ? 1 : 0),
  };
  const missing = await missingPriceDays(db, 'omie', span);
  if (missing.length === 0 || !(await answers(context, addDays(today, -1)))) return;
  let done = 0;
  const load = async (day: DeliveryDay) => {
    try {
      const prices = await fetchDayAheadPrices({ fetch: context.fetch, timeoutMs: TIMEOUT_MS }, day);
      if (prices !== undefined) await storePrices(context, day, prices);
    } catch (error) {
      logger.warn({ day, error }, 'the prices of a day could not be loaded from OMIE');
    }
    progress('Loading prices from OMIE', ++done, missing.length);
  };
  const waiting = missing.toReversed();
  const loadNext = async () => {
    for (let day = waiting.pop(); day !== undefined; day = waiting.pop()) await load(day);
  };
  await Promise.all(Array.from({ length: PARALLEL_REQUESTS }, loadNext));
}

async function answers(context: DataContext, day: DeliveryDay): Promise<boolean> {
  try {
    await fetchDayAheadPrices({ fetch: context.fetch, timeoutMs: PROBE_TIMEOUT_MS }, day);
    return true;
  } catch (error) {
    context.logger.info({ reason: String(error) }, 'OMIE does not answer');
    return false;
  }
}

async function storePrices(context: DataContext, day: DeliveryDay, prices: PublishedPrices): Promise<void> {
  const { start, resolution, revision } = prices;
  const published = availabilityOf('da', day, revision);
  const rows = { start, availableAt: new Float64Array(start.length).fill(published) };
  const feed = { source: 'omie', resolution, unit: 'EUR/MWh' };
  await appendObservations(
    context.db,
    { ...feed, series: 'price.da.pt' },
    { ...rows, value: prices.portugal },
  );
  await appendObservations(context.db, { ...feed, series: 'price.da' }, { ...rows, value: prices.spain });
}
