import { addDays, dayStart, type DeliveryDay, deliveryDayOf } from '@lonja/forecasting/market';
import type { Series } from '@lonja/forecasting/data';
import { type Reasons, sentenceOf } from '../../ground/reasons/reasons.ts';
import type { Db } from '../../ground/database/database.ts';
import { findFeeds } from '../observations/feeds.ts';
import { readKeptRows } from '../observations/kept-rows.ts';
import { findPublications, type PublicationKey, recordPublication } from '../publications/publications.ts';
import { quarantineDay } from '../publications/quarantined-days.ts';
import { type DayPart, dayPartsOf } from './day-parts.ts';
import { OPERATOR, pricesAt, readOperatorsPrices } from './day-context.ts';
import { findOperatorFault } from './quality-gates.ts';

/** A stored day of another source from which the market operator's prices, which came later, differ. */
export interface Contradiction {
  source: string;
  series: string;
  day: DeliveryDay;
  reason: string;
}

/**
 * Holds days of other sources, stored before the market operator's prices of them came, against these, which are stored now. Those that differ in
 * most periods are put into quarantine as a day that comes later would be; what is stored of them stays, behind the operator's prices.
 * Gives those that were not known yet.
 */
export async function nameContradictions(
  tx: Db,
  published: readonly Series[],
  now: number,
): Promise<Contradiction[]> {
  const found: Contradiction[] = [];
  for (const [key, parts] of Map.groupBy(published, (series) => series.key)) {
    const starts = parts.flatMap(({ start }) => [start.at(0) ?? [], start.at(-1) ?? []].flat());
    if (!key.startsWith('price.') || starts.length === 0) continue;
    const days = new Set(parts.flatMap(({ start }) => daysOf(start)));
    const [first, last] = [Math.min(...starts), Math.max(...starts)].map(deliveryDayOf);
    const span = { from: first, to: addDays(last, 1) };
    const window = { from: dayStart(span.from), to: dayStart(span.to), asOf: Infinity };
    const feeds = (await findFeeds(tx, [key], 'market')).filter(({ source }) => source !== OPERATOR);
    for (const { source, resolution, unit, ...feed } of feeds) {
      const rows = await readKeptRows(tx, { ...feed, source, resolution, unit }, window);
      const series = { key, unit, resolution, ...rows };
      const operators = await readOperatorsPrices(tx, source, series, span);
      for (const part of dayPartsOf(series).filter(({ day, isWhole }) => isWhole && days.has(day))) {
        const ofOperator = (one: Series) => pricesAt(operators, one);
        const fault = findOperatorFault({ series: [part.values] }, ofOperator);
        if (fault !== undefined && (await isNews(tx, source, { part, reason: [fault], now }))) {
          found.push({ source, series: key, day: part.day, reason: sentenceOf([fault]) });
        }
      }
    }
  }
  return found;
}

function daysOf(start: Float64Array): DeliveryDay[] {
  return [...new Set([...start].map(deliveryDayOf))];
}

async function isNews(
  tx: Db,
  source: string,
  { part, reason, now }: { part: DayPart; reason: Reasons; now: number },
): Promise<boolean> {
  const { day, expectedAt, values } = part;
  const { key, unit, resolution, start, value } = values;
  const publication = { source, name: key, day };
  const payload = [{ key, unit, resolution, start: [...start], value: [...value] }];
  const isNew = await quarantineDay(tx, { ...publication, reason, payload, now });
  if (isNew) await noteHeldBack(tx, publication, { expectedAt, reason, now });
  return isNew;
}

/** The line of the ledger of a day that is held back, by which it can be released. A day that is stored stays complete. */
export async function noteHeldBack(
  tx: Db,
  publication: PublicationKey,
  { expectedAt, reason, now }: { expectedAt: number; reason: Reasons; now: number },
): Promise<void> {
  const { source, name, day } = publication;
  const known = (await findPublications(tx, { source, name, from: day, to: day })).get(day);
  await recordPublication(tx, {
    ...(known ?? { ...publication, expectedAt, attempts: 0, corrections: 0 }),
    state: known?.state === 'complete' ? 'complete' : 'quarantined',
    lastAttemptAt: now,
    nextAttemptAt: known?.nextAttemptAt,
    publishedAt: known?.publishedAt,
    correctedAt: known?.correctedAt,
    reason,
  });
}
