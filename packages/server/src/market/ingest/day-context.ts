import { addDays, dayStart, type DeliveryDay } from '@lonja/forecasting/market';
import { hourlyValues, quarterValues, type Series } from '@lonja/forecasting/data';
import { readStoredLevels, type StoredLevels } from '../observations/observation-spans.ts';
import type { Db } from '../../ground/database/database.ts';
import { findFeeds } from '../observations/feeds.ts';
import { readKeptRows } from '../observations/kept-rows.ts';
import { type RecentDays, USUAL_DAYS } from './quality-gates.ts';

/** The market operator's own source, whose prices others repeat. */
export const OPERATOR = 'omie';

/** What is stored of each series of a day by its source in the weeks before it, and by the market operator of the day itself. */
export async function readDayContext(
  db: Db,
  source: string,
  { day, series }: { day: DeliveryDay; series: readonly Series[] },
): Promise<{
  recent: RecentDays;
  ofOperator: (series: Series) => readonly number[];
  isOperators: boolean;
}> {
  const before = new Map<Series, StoredLevels>();
  const operators = new Map<Series, ReadonlyMap<number, number>>();
  const next = addDays(day, 1);
  for (const part of series) {
    const { key, resolution } = part;
    const window = { from: dayStart(addDays(day, -USUAL_DAYS)), to: dayStart(day) };
    before.set(part, await readStoredLevels(db, { series: key, source, resolution, ...window }));
    operators.set(part, await readOperatorsPrices(db, source, part, { from: day, to: next }));
  }
  return {
    isOperators: source === OPERATOR,
    recent: (part) => before.get(part) ?? { means: [], lastDay: [] },
    ofOperator: (part) => pricesAt(operators.get(part) ?? new Map(), part),
  };
}

/** Of a series of prices, those that another source repeats, at its periods; none where one of them is not there. */
export function pricesAt(prices: ReadonlyMap<number, number>, { start }: Series): number[] {
  const found = [...start].flatMap((instant) => prices.get(instant) ?? []);
  return found.length === start.length ? found : [];
}

/**
 * What the market operator published of a series of prices in the days `from` up to before `to`, by start, in the resolution of the series: hours
 * are means of quarters. Empty for the operator's own.
 */
export async function readOperatorsPrices(
  db: Db,
  source: string,
  { key, resolution }: Series,
  { from, to }: { from: DeliveryDay; to: DeliveryDay },
): Promise<ReadonlyMap<number, number>> {
  if (source === OPERATOR || !key.startsWith('price.') || resolution === 'P1D') return new Map();
  const window = { from: dayStart(from), to: dayStart(to), asOf: Infinity };
  const feeds = (await findFeeds(db, [key], 'market')).filter((feed) => feed.source === OPERATOR);
  const published: Series[] = [];
  for (const feed of feeds) {
    const rows = await readKeptRows(db, feed, window);
    published.push({ key, unit: feed.unit, resolution: feed.resolution, ...rows });
  }
  if (resolution === 'PT1H') return hourlyValues(published, window);
  const quarters = published.filter((series) => series.resolution === resolution);
  return quarterValues(quarters, window);
}
