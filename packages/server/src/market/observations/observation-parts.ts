import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';

/** A partition of the observations. Epoch ms, `[from, to)`. */
export interface Part {
  name: string;
  /** Undefined: it holds what belongs to no other. */
  span: { from: number; to: number } | undefined;
}

/** A calendar month by UTC, such as `2026-03`. */
export type Month = string;

/** What waits longer for a lock gives up, so that others wait no longer behind it. */
const LOCK_TIMEOUT = '1s';
/** The number of the advisory lock of those who change partitions. */
const PARTS_LOCK = 7_205_759_405;
const OTHER = 'observation_other';
/** Values before and after these stay in the partition for everything else. */
const [FIRST_MONTH, LAST_MONTH] = ['2000-01', '2098-12'];

export function monthOf(instant: number): Month {
  return new Date(instant).toISOString().slice(0, 7);
}

export function monthStart(month: Month): number {
  return Date.parse(`${month}-01T00:00:00Z`);
}

export function addMonths(month: Month, count: number): Month {
  const [year, number] = month.split('-').map(Number);
  return monthOf(Date.UTC(year, number - 1 + count, 1));
}

/** `from` to `to`, both inclusive. */
export function monthRange(from: Month, to: Month): Month[] {
  const months: Month[] = [];
  for (let month = from; month <= to; month = addMonths(month, 1)) months.push(month);
  return months;
}

/** The partitions in order of time, the one for everything else last. */
export async function listParts(db: Db): Promise<Part[]> {
  const { rows } = await sql<{ name: string; from: Date | null; to: Date | null }>`
    select name, substring(bounds from 'FROM \\(''([^'']+)''\\)')::timestamptz as from,
      substring(bounds from 'TO \\(''([^'']+)''\\)')::timestamptz as to
    from (
      select relname::text as name, pg_get_expr(relpartbound, pg_class.oid) as bounds
      from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = 'observation'::regclass
    ) as part
    order by 2 nulls last`.execute(db);
  return rows.map(({ name, from, to }) => ({
    name,
    span: from === null || to === null ? undefined : { from: from.getTime(), to: to.getTime() },
  }));
}

/**
 * Keeps partitions as they are until the transaction ends; to be its first statement where it reads from one snapshot, which does not see
 * what moves afterwards.
 */
export async function holdParts(tx: Db): Promise<void> {
  await sql`lock table observation in access share mode`.execute(tx);
}

/** Makes partitions for those of the months that no partition is for, and moves there what was stored of them. Gives those that it made. */
export async function ensureMonths(db: Db, months: readonly Month[]): Promise<Month[]> {
  return withParts(db, async (tx, parts) => {
    const missing = months.filter((month) => !parts.some(({ span }) => span && isWithin(span, month)));
    if (missing.length > 0) await replacePart(tx, { name: OTHER, span: undefined }, missing, allRows);
    return missing;
  });
}

/** The months of values that no partition is for. */
export async function listStrayMonths(db: Db): Promise<Month[]> {
  // From one month to the next, so that it costs as much as there are months.
  const { rows } = await sql<{ month: Month }>`
    with recursive stray as (
      select min(start_at) as start_at from observation_other where start_at >= ${instantOf(FIRST_MONTH)}
      union all
      select (select min(start_at) from observation_other
        where start_at >= (date_trunc('month', stray.start_at, 'UTC') + interval '1 month'))
      from stray where stray.start_at is not null
    )
    select to_char(start_at at time zone 'UTC', 'YYYY-MM') as month from stray
    where start_at < ${instantOf(addMonths(LAST_MONTH, 1))}
    order by 1`.execute(db);
  return rows.map(({ month }) => month);
}

/** The partitions for more than a month, as they were made for whole years once. */
export async function listWideParts(db: Db): Promise<Part[]> {
  return (await listParts(db)).filter(
    ({ span }) => span && span.to > monthStart(addMonths(monthOf(span.from), 1)),
  );
}

/** The partitions for a month, in order. */
export async function listMonthParts(db: Db): Promise<(Part & { month: Month })[]> {
  return (await listParts(db)).flatMap((part) => {
    if (part.span === undefined) return [];
    const month = monthOf(part.span.from);
    return part.span.to === monthStart(addMonths(month, 1)) ? [{ ...part, month }] : [];
  });
}

/** Turns a partition for a longer time into one for each of its months. */
export async function splitPart(db: Db, { name, span }: Part): Promise<void> {
  if (span === undefined) throw new TypeError(`${name} is for no time of its own.`);
  const months = monthRange(monthOf(span.from), monthOf(span.to - 1));
  await withParts(db, async (tx, parts) => {
    if (parts.some((part) => part.name === name)) await replacePart(tx, { name, span }, months, allRows);
  });
}

/** Writes the rows of a month anew, as a query of the table that it is given has them. */
export async function rewriteMonth(
  db: Db,
  month: Month,
  rowsOf: (table: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<void> {
  await withParts(db, async (tx, parts) => {
    const part = parts.find(({ span }) => span?.from === monthStart(month));
    if (part !== undefined) await replacePart(tx, part, [month], rowsOf);
    await noteChange(tx);
  });
}

/** Takes away the partition of a month with all that it holds. */
export async function dropPart(db: Db, { name }: Part): Promise<void> {
  await withParts(db, async (tx, parts) => {
    if (!parts.some((part) => part.name === name)) return;
    await sql`drop table ${sql.table(name)}`.execute(tx);
    await noteChange(tx);
  });
}

/** One process at a time changes partitions. Readers go on meanwhile; who writes values waits. */
async function withParts<T>(db: Db, work: (tx: Db, parts: Part[]) => Promise<T>): Promise<T> {
  const locked = async (tx: Db) => {
    await sql`select pg_advisory_xact_lock(${PARTS_LOCK})`.execute(tx);
    // Within a longer transaction nobody else is expected, and the limit would outlast this work.
    if (tx !== db) await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(tx);
    // Of the parent alone: its partitions are read on.
    await sql`lock table only observation in share row exclusive mode`.execute(tx);
    return work(tx, await listParts(tx));
  };
  return db.isTransaction ? locked(db) : db.transaction().execute(locked);
}

/**
 * Puts partitions for months in the place of one that holds them, with the rows that `rowsOf` gives of it. They are made beside it, with
 * their index; readers wait only for the moment in which they change places. Rows keep the order in which they became available, on which
 * the BRIN index rests.
 */
async function replacePart(
  tx: Db,
  { name: source, span }: Part,
  months: readonly Month[],
  rowsOf: (table: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<void> {
  for (const month of months) {
    const [name, from, to] = [draftOf(month), instantOf(month), instantOf(addMonths(month, 1))];
    const table = sql.table(name);
    const held = sql`(select * from ${sql.table(source)} where start_at >= ${from} and start_at < ${to})`;
    await sql`create table ${table} (like observation including all excluding indexes)`.execute(tx);
    await sql`
      insert into ${table} (feed_id, start_at, revision, value, available_at, recorded_at)
      select feed_id, start_at, revision, value, available_at, recorded_at from ${rowsOf(held)} as held
      order by available_at, feed_id, start_at`.execute(tx);
    await sql`
      alter table ${table} add primary key (feed_id, start_at, revision),
        add constraint of_month check (start_at is not null and start_at >= ${from} and start_at < ${to})`.execute(
      tx,
    );
    await sql`create index on ${table} using brin (available_at) with (pages_per_range = 32)`.execute(tx);
    if (span === undefined) {
      await sql`delete from ${sql.table(source)} where start_at >= ${from} and start_at < ${to}`.execute(tx);
    }
  }
  if (span !== undefined) {
    await sql`alter table observation detach partition ${sql.table(source)}`.execute(tx);
    await sql`drop table ${sql.table(source)}`.execute(tx);
  }
  for (const month of months) {
    const draft = sql.table(draftOf(month));
    await sql`
      alter table observation attach partition ${draft}
      for values from (${instantOf(month)}) to (${instantOf(addMonths(month, 1))})`.execute(tx);
    await sql`alter table ${draft} drop constraint of_month`.execute(tx);
    await sql`alter table ${draft} rename to ${sql.id(`observation_${month.replace('-', '_')}`)}`.execute(tx);
    await sql`analyze ${sql.table(`observation_${month.replace('-', '_')}`)}`.execute(tx);
  }
}

/** What processes keep of the values is read again. */
async function noteChange(tx: Db): Promise<void> {
  await sql`update feed set version = version + 1`.execute(tx);
  await sql`insert into data_change default values`.execute(tx);
}

function allRows(table: RawBuilder<unknown>): RawBuilder<unknown> {
  return table;
}

function isWithin({ from, to }: { from: number; to: number }, month: Month): boolean {
  return from <= monthStart(month) && monthStart(month) < to;
}

function draftOf(month: Month): string {
  return `observation_draft_${month.replace('-', '_')}`;
}

function instantOf(month: Month): RawBuilder<unknown> {
  return sql.lit(new Date(monthStart(month)).toISOString());
}
