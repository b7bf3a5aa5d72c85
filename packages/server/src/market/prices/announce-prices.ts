import { priceKey } from '@lonja/forecasting/intraday';
import {
  AUCTION_CALENDAR,
  addDays,
  coveredPeriods,
  dayStart,
  deliveryDayOf,
} from '@lonja/forecasting/market';
import { hourlyValues } from '@lonja/forecasting/data';
import type { Clock } from '../../ground/timing/clock.ts';
import type { Db } from '../../ground/database/database.ts';
import { takeEventTurn } from '../../outbound/events/append-event.ts';
import {
  type ChangedDay,
  appendPriceEvent,
  findAnnouncedPrices,
  listChangedDays,
  takeChanges,
} from '../observations/price-changes.ts';
import { readSeries } from '../observations/observations.ts';
import { type DataOrigin, findDataOrigin } from '../../ground/database/service-state.ts';
import { roundPrice } from '../../ground/http/wire.ts';

/** A day that becomes complete later than this after its delivery is history, not news. */
const NEWS_DAYS = 7;

/**
 * Announces every delivery day whose clean prices are complete and public by now and were not announced yet, or were
 * announced with other prices: then again, marked as a correction. Gives the number of events. Any number of processes may
 * do the same at once.
 */
export async function announcePrices({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  const dataOrigin = await findDataOrigin(db);
  if (dataOrigin === undefined) return 0;
  const now = clock.now();
  const newsFrom = addDays(deliveryDayOf(now), -NEWS_DAYS);
  let announced = 0;
  for (const changed of await listChangedDays(db, { dataOrigin, now, newsFrom })) {
    if (await announceDay(db, changed, { dataOrigin, now })) announced++;
  }
  return announced;
}

async function announceDay(
  db: Db,
  changed: ChangedDay,
  served: { dataOrigin: DataOrigin; now: number },
): Promise<boolean> {
  const { dataOrigin, now } = served;
  return db.transaction().execute(async (tx) => {
    await takeEventTurn(tx);
    if (!(await takeChanges(tx, changed, served))) return false;
    const hours = await findCompleteHours(tx, changed, served);
    if (hours === undefined) return false;
    const before = await findAnnouncedPrices(tx, changed, dataOrigin);
    if (before !== undefined && hours.every(({ priceEurPerMwh }, i) => before[i] === priceEurPerMwh)) {
      return false;
    }
    const isCorrection = before !== undefined;
    await appendPriceEvent(tx, { ...changed, dataOrigin, hours, isCorrection }, now);
    return true;
  });
}

/** The prices of every delivery hour that the product covers, as they are served; undefined while one is missing. */
async function findCompleteHours(
  db: Db,
  { product, day }: ChangedDay,
  { dataOrigin, now }: { dataOrigin: DataOrigin; now: number },
): Promise<{ start: number; priceEurPerMwh: number }[] | undefined> {
  const window = { from: dayStart(day), to: dayStart(addDays(day, 1)), asOf: now };
  const key = priceKey(product);
  const series = (await readSeries(db, { keys: [key], dataOrigin, ...window })).get(key) ?? [];
  const prices = hourlyValues(series, window);
  const hours: { start: number; priceEurPerMwh: number }[] = [];
  for (const { start } of coveredPeriods(AUCTION_CALENDAR[product], day, 'PT1H')) {
    const price = prices.get(start);
    if (price === undefined) return undefined;
    hours.push({ start, priceEurPerMwh: roundPrice(price) });
  }
  return hours;
}
