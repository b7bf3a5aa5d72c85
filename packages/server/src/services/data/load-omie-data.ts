import { AUCTION_CALENDAR, addDays, type DeliveryDay, deliveryDayOf, instantFor } from '@lonja/forecasting';
import type { DataContext } from './data-context.ts';
import { ingestDays } from './ingest-days.ts';
import { missingDays } from './missing-days.ts';

const PUBLICATION = 'price.da';

/**
 * Loads the day-ahead prices that the store lacks, from `daysBack` days ago up to the latest day that OMIE has published. Where OMIE
 * does not answer, nothing happens and the log says so. A day whose file is damaged or missing is left for the next call.
 */
export async function loadOmieData(context: DataContext, daysBack: number): Promise<void> {
  const { db, clock, logger, progress } = context;
  const omie = context.liveSources.get('omie');
  const publication = omie?.publications.find(({ name }) => name === PUBLICATION);
  if (omie === undefined || publication === undefined) return;
  const now = clock.now();
  const today = deliveryDayOf(now);
  const isTomorrowDue = now >= instantFor(addDays(today, 1), AUCTION_CALENDAR.da.resultsPublished);
  const span = {
    from: addDays(today, -daysBack),
    to: addDays(today, isTomorrowDue ? 1 : 0),
  };
  const missing = await missingDays(db, { series: 'price.da', source: 'omie', ...span });
  if (missing.length === 0) return;
  if (!(await omie.reaches())) {
    logger.info('OMIE does not answer');
    return;
  }
  let done = 0;
  const load = async (day: DeliveryDay) => {
    await ingestDays(context, omie, publication, { from: day, to: day });
    progress('Loading prices from OMIE', ++done, missing.length);
  };
  const waiting = missing.toReversed();
  const loadNext = async () => {
    for (let day = waiting.pop(); day !== undefined; day = waiting.pop()) await load(day);
  };
  await Promise.all(Array.from({ length: omie.parallel }, loadNext));
}
