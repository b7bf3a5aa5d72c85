import {
  AUCTION_CALENDAR,
  addDays,
  instantFor,
  PRODUCTS,
  type Product,
  type ScheduledRun,
} from '@lonja/forecasting/market';
import type { Db } from '../../store/database.ts';
import { findNewestRun } from '../../store/forecast-queries.ts';
import { findArrivalAfter } from '../../store/publications.ts';
import type { DataOrigin } from '../../store/service-state.ts';
import { SIGNAL_KEYS } from './horizon-model.ts';
import { FUEL_MAY_REST_DAYS } from './price-signals.ts';

/** Publications that every product's forecast reads, beside the prices of the auctions up to its own. */
const FUNDAMENTALS = ['load.forecast', 'wind.forecast', 'solar.forecast', 'wind-solar.forecast'];

/** Prices of the auctions up to each product's own; the day-ahead forecast also uses where the auction after it has gone since. */
function pricesReadBy(product: Product): string[] {
  const upToOwn = PRODUCTS.slice(0, PRODUCTS.indexOf(product) + 1).map((name) => `price.${name}`);
  return product === 'da' ? [...upToOwn, SIGNAL_KEYS.laterPrice] : upToOwn;
}

/**
 * When an input that a published run should have had came or was corrected after it, as long as the auction's results are not
 * out: what makes a further run worth while. Undefined when there is none, or on the simulator, whose inputs are never late.
 */
export async function findLateArrival(
  db: Db,
  request: { product: Product; run: ScheduledRun; dataOrigin: DataOrigin; now: number },
): Promise<number | undefined> {
  const { product, run, dataOrigin, now } = request;
  const { firstDay, scheduledFor } = run;
  const resultsAt = instantFor(firstDay, AUCTION_CALENDAR[product].resultsPublished);
  if (dataOrigin !== 'market' || now >= resultsAt) return undefined;
  const newest = await findNewestRun(
    db,
    { product, dataOrigin, asOf: now },
    { coversFirst: firstDay, coversLast: firstDay, issuedFrom: scheduledFor },
  );
  if (newest === undefined) return undefined;
  const asked = { to: firstDay, expectedBy: scheduledFor, after: newest.issuedAt };
  const names = [...pricesReadBy(product), ...FUNDAMENTALS];
  const arrival = await findArrivalAfter(db, { ...asked, names, from: addDays(firstDay, -1) });
  const settledFrom = addDays(firstDay, -FUEL_MAY_REST_DAYS);
  const settled = await findArrivalAfter(db, { ...asked, names: [SIGNAL_KEYS.fuel], from: settledFrom });
  return settled === undefined ? arrival : Math.max(settled, arrival ?? settled);
}
