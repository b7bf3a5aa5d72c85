import { DAY_MS, TIME_ZONE } from '@lonja/forecasting/market';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { RetentionDays } from '../../ground/config/retention-days.ts';
import { isLockFault } from '../../ground/database/database-fault.ts';
import type { Db } from '../../ground/database/database.ts';
import {
  addMonths,
  dropPart,
  ensureMonths,
  listMonthParts,
  listStrayMonths,
  listWideParts,
  type Month,
  monthOf,
  monthRange,
  type Part,
  rewriteMonth,
  splitPart,
} from '../../market/observations/observation-parts.ts';
import { modelSeriesOf, QUANTITIES, WEATHER_DRIVEN } from '../../market/observations/quantities.ts';

/** Months for which there is a partition before there are values; forecasts of a week ahead and a stop of weeks come into them. */
const MONTHS_AHEAD = 3;
/** A new installation loads the history that models read. */
const MONTHS_BEHIND = 32;

const INPUTS = WEATHER_DRIVEN.map(modelSeriesOf);
const PLANTS = QUANTITIES.map(modelSeriesOf).filter((series) => !INPUTS.includes(series));

interface Request {
  db: Db;
  logger: Logger;
}

/**
 * Sees to it that values lie in partitions for months: makes those that come next, turns what was made for whole years into months, and
 * moves what was stored outside of any. What is locked is left for the next time.
 */
export async function ensureParts(
  { db, logger }: Request,
  { now, isOver }: { now: number; isOver: () => boolean },
): Promise<void> {
  await unlessLocked(logger, async () => {
    for (const part of await listWideParts(db)) {
      if (isOver()) return;
      await splitPart(db, part);
      logger.info({ partition: part.name }, 'the values of a year lie in partitions for months');
    }
    await ensureMonths(db, usualMonths(now));
    for (const month of await listStrayMonths(db)) {
      if (isOver()) return;
      await ensureMonths(db, [month]);
    }
  });
}

/** Makes partitions for the months that a service reads and writes, where there are none. Where that fails, values go without. */
export async function makeMonths({ db, logger }: Request, now: number): Promise<void> {
  try {
    await ensureMonths(db, usualMonths(now));
  } catch (error) {
    logger.warn({ error }, 'partitions for months could not be made; the next tidy-up makes them');
  }
}

function usualMonths(now: number): Month[] {
  return monthRange(addMonths(monthOf(now), -MONTHS_BEHIND), addMonths(monthOf(now), MONTHS_AHEAD));
}

/**
 * Takes whole months away whose values are kept no longer, and of own forecasts of months that are far enough back all revisions but the
 * last one of each day. Gives how many months.
 */
export async function forgetMonths(
  { db, logger }: Request,
  { days, now, isOver }: { days: RetentionDays; now: number; isOver: () => boolean },
): Promise<{ dropped: number; thinned: number }> {
  const done = { dropped: 0, thinned: 0 };
  const isBefore = (month: Month, keptDays: number) =>
    addMonths(month, 1) <= monthOf(now - keptDays * DAY_MS);
  await unlessLocked(logger, async () => {
    for (const { month, ...part } of await listMonthParts(db)) {
      if (isOver() || !isBefore(month, days.values)) break;
      // What was imported of long ago is kept as long as anything else.
      if (!(await isRecordedBefore(db, part, now - days.values * DAY_MS))) continue;
      await dropPart(db, part);
      done.dropped++;
    }
    // A partition for a whole year is thinned once it is turned into months.
    if ((await listWideParts(db)).length > 0) return;
    let thinned: Thinned = await findThinned(db);
    for (const { month, name } of await listMonthParts(db)) {
      const series = [
        ...(month >= thinned.plants && isBefore(month, days.plantRevisions) ? PLANTS : []),
        ...(month >= thinned.inputs && isBefore(month, days.inputRevisions) ? INPUTS : []),
      ];
      if (isOver() || series.length === 0) continue;
      if (await hasRevisions(db, { name, series })) {
        await thinMonth(db, { month, series });
        done.thinned++;
      }
      const next = addMonths(month, 1);
      thinned = {
        plants: series.includes(PLANTS[0]) ? next : thinned.plants,
        inputs: series.includes(INPUTS[0]) ? next : thinned.inputs,
      };
      await noteThinned(db, thinned);
    }
  });
  return done;
}

async function unlessLocked(logger: Logger, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isLockFault(error)) throw error;
    logger.info('partitions of the observations are in use; they are looked after with the next tidy-up');
  }
}

const KEY = 'thinned_revisions';
const Note = z.object({ plants: z.string(), inputs: z.string() });

/** The first month of each kind of own forecasts whose revisions have not been thinned out. */
type Thinned = z.infer<typeof Note>;

async function findThinned(db: Db): Promise<Thinned> {
  const row = await db.selectFrom('service_state').select('value').where('key', '=', KEY).executeTakeFirst();
  return Note.safeParse(row?.value).data ?? { plants: '', inputs: '' };
}

async function noteThinned(db: Db, thinned: Thinned): Promise<void> {
  const value = JSON.stringify(thinned);
  await db
    .insertInto('service_state')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** Whether a partition has several revisions of a period of some series. */
async function hasRevisions(
  db: Db,
  { name, series }: { name: string; series: readonly string[] },
): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (
      select from ${sql.table(name)} as observation join feed on feed.id = observation.feed_id
      where feed.series = any(${[...series]}::text[]) and revision > 1
    ) as has`.execute(db);
  return rows[0].has;
}

/**
 * Leaves of some series, in one month, the last revision that was available on each day (Europe/Madrid), which the accuracy by days ahead
 * rests on. They are numbered anew, as the number of a further one is how many there are.
 */
async function thinMonth(
  db: Db,
  { month, series }: { month: Month; series: readonly string[] },
): Promise<void> {
  await rewriteMonth(
    db,
    month,
    (held) => sql`(
      select feed_id, start_at, value, available_at, recorded_at,
        (case when is_thinned then row_number() over (partition by feed_id, start_at order by revision)
          else revision end)::smallint as revision
      from (
        select held.*, is_thinned,
          row_number() over (
            partition by feed_id, start_at, (available_at at time zone ${sql.lit(TIME_ZONE)})::date order by available_at desc, revision desc
          ) as place
        from ${held} as held,
          lateral (select feed_id in (select id from feed where series = any(${[...series]}::text[])) as is_thinned) as kind
      ) as placed
      where place = 1 or not is_thinned)`,
  );
}

/** Whether everything in a partition was recorded before an instant, epoch ms. */
async function isRecordedBefore(db: Db, { name }: Pick<Part, 'name'>, instant: number): Promise<boolean> {
  const { rows } = await sql<{ isOld: boolean }>`
    select not exists (select from ${sql.table(name)} where recorded_at >= ${new Date(instant)}) as "isOld"`.execute(
    db,
  );
  return rows[0].isOld;
}
