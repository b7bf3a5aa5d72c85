import { addDays, dayStart, deliveryDayOf, instantFor, MINUTE_MS } from '@lonja/forecasting/market';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../ground/timing/clock.ts';
import type { Publication, Source } from '../connectors/source.ts';
import { noteDataChange } from '../observations/data-version.ts';
import type { Db } from '../../ground/database/database.ts';
import { raiseFeedVersion } from '../observations/feeds.ts';
import { findPublications } from '../publications/publications.ts';
import { expectedAsSeen } from '../sources/polling.ts';

/** An assumption that is off by less is left as it is. */
const LEAST_SHIFT_MS = 30 * MINUTE_MS;

/**
 * Dates the days of watched publications that nobody saw coming by what has been seen since: their values count as known at the usual arrival
 * in place of the instant that was assumed. Gives how many days were dated anew.
 */
export async function redateArchive(
  { db, clock, logger }: { db: Db; clock: Clock; logger: Logger },
  sources: Iterable<Source>,
): Promise<number> {
  const now = clock.now();
  let count = 0;
  for (const source of sources) {
    for (const publication of source.publications) {
      const seen = await expectedAsSeen(db, { source: source.name, publication, now });
      if (seen === publication) continue;
      const days = await redate(db, source.name, seen, now);
      if (days === 0) continue;
      count += days;
      const { name, expected } = seen;
      logger.info(
        { source: source.name, name, expected, days },
        'archived days are dated by the usual arrival',
      );
    }
  }
  return count;
}

async function redate(db: Db, source: string, publication: Publication, now: number): Promise<number> {
  const { name, expected, firstDay } = publication;
  const span = { from: firstDay, to: addDays(deliveryDayOf(now), -1) };
  const lines = await findPublications(db, { source, name, ...span });
  const changes = [...lines.values()].flatMap(({ day, expectedAt, publishedAt }) => {
    const at = instantFor(day, expected);
    const isUnseen = publishedAt === expectedAt && Math.abs(at - expectedAt) >= LEAST_SHIFT_MS;
    return isUnseen
      ? [{ day, before: expectedAt, at, from: dayStart(day), to: dayStart(addDays(day, 1)) }]
      : [];
  });
  if (changes.length === 0) return 0;
  const column = (of: (change: (typeof changes)[number]) => number) => changes.map(of);
  const days = sql`unnest(
    ${changes.map(({ day }) => day)}::date[], ${column(({ before }) => before / 1000)}::float8[],
    ${column(({ at }) => at / 1000)}::float8[], ${column(({ from }) => from / 1000)}::float8[],
    ${column(({ to }) => to / 1000)}::float8[]) as change (day, before, at, day_start, day_end)`;
  await db.transaction().execute(async (tx) => {
    const feeds = await tx
      .selectFrom('feed')
      .select('id')
      .where('source', '=', source)
      .where('series', 'in', Object.keys(publication.units))
      .execute();
    for (const { id } of feeds) {
      await sql`
        update observation set available_at = to_timestamp(change.at) from ${days}
        where feed_id = ${id} and start_at >= to_timestamp(day_start) and start_at < to_timestamp(day_end)
          and available_at = to_timestamp(before)`.execute(tx);
      await raiseFeedVersion(tx, id);
    }
    await sql`
      update publication set expected_at = to_timestamp(change.at), published_at = to_timestamp(change.at)
      from ${days}
      where source = ${source} and name = ${name} and publication.day = change.day`.execute(tx);
    await noteDataChange(tx);
  });
  return changes.length;
}
