import { endianness } from 'node:os';
import { sql } from 'kysely';
import { copyRows } from '../../ground/database/copy-rows.ts';
import { type Reason, reasonsText, sentenceOf } from '../../ground/reasons/reasons.ts';
import type { Db } from '../../ground/database/database.ts';
import type { RevisionPlan, Rows } from './plan-revisions.ts';

const IS_LITTLE_ENDIAN = endianness() === 'LE';
/** Place of the upper half of an int64 among its two. */
const HIGH_HALF = IS_LITTLE_ENDIAN ? 1 : 0;
const EPOCH_2000_MS = Date.UTC(2000, 0, 1);
/** Of an instant and of a number in PostgreSQL's binary form. */
const BYTES = 8;

/**
 * Reads the observations of a feed with `from <= start < to` that were available at `asOf`, in order of start, then of
 * availability, then of revision.
 * The server packs each column into one field (ten times as fast as rows of their own): the starts (int64, microseconds since 2000),
 * the values (float64) and the availabilities (int64), big-endian.
 */
export async function readRows(
  db: Db,
  feedId: number,
  window: { from: number; to: number; asOf: number },
): Promise<Rows> {
  // The order of the primary key, which saves sorting.
  const inOrder = sql`order by start_at, revision`;
  const [[start, value, available]] = await copyRows(
    db,
    sql`
      select string_agg(timestamptz_send(start_at), '' ${inOrder}),
        string_agg(float8send(value), '' ${inOrder}),
        string_agg(timestamptz_send(available_at), '' ${inOrder})
      from observation
      where feed_id = ${sql.lit(feedId)}
        and start_at >= ${sql.lit(timestampText(window.from))} and start_at < ${sql.lit(timestampText(window.to))}
        and available_at <= ${sql.lit(timestampText(window.asOf))}`,
  );
  const rows = {
    start: unpackInstants(start),
    value: unpackNumbers(value),
    availableAt: unpackInstants(available),
  };
  orderRevisions(rows);
  return rows;
}

/**
 * The same of a feed with many revisions of each period, such as a forecast that is renewed several times a day: the server packs those of
 * one period at a time, which takes it less than half as long. With few of them it would take longer.
 */
export async function readRowsOfManyRevisions(
  db: Db,
  feedId: number,
  window: { from: number; to: number; asOf: number },
): Promise<Rows> {
  const periods = await copyRows(
    db,
    sql`
      select timestamptz_send(start_at), string_agg(float8send(value), '' order by revision),
        string_agg(timestamptz_send(available_at), '' order by revision)
      from observation
      where feed_id = ${sql.lit(feedId)}
        and start_at >= ${sql.lit(timestampText(window.from))} and start_at < ${sql.lit(timestampText(window.to))}
        and available_at <= ${sql.lit(timestampText(window.asOf))}
      group by start_at
      order by start_at`,
  );
  const revisions = periods.map(([, value]) => (value?.length ?? 0) / BYTES);
  const length = revisions.reduce((sum, count) => sum + count, 0);
  const rows = {
    start: new Float64Array(length),
    value: new Float64Array(length),
    availableAt: new Float64Array(length),
  };
  let at = 0;
  periods.forEach(([start, value, available], i) => {
    rows.start.fill(unpackInstants(start)[0], at, at + revisions[i]);
    rows.value.set(unpackNumbers(value), at);
    rows.availableAt.set(unpackInstants(available), at);
    at += revisions[i];
  });
  orderRevisions(rows);
  return rows;
}

/** Writes the planned revisions, a column to a parameter. */
export async function insertRows(db: Db, feedId: number, plan: RevisionPlan): Promise<void> {
  if (plan.start.length === 0) return;
  await sql`
    insert into observation (feed_id, start_at, revision, value, available_at)
    select ${feedId}::smallint, to_timestamp(start_ms / 1000), revision, value, to_timestamp(available_ms / 1000)
    from unnest(
      ${arrayText(plan.start)}::float8[],
      ${arrayText(plan.revision)}::int2[],
      ${arrayText(plan.value)}::float8[],
      ${arrayText(plan.availableAt)}::float8[]
    ) as row (start_ms, revision, value, available_ms)`.execute(db);
}

/** A value that failed a check. */
export interface RefusedRow {
  start: number;
  value: number;
  availableAt: number;
  reason: Reason;
}

/** Keeps refused values for inspection, each once. */
export async function quarantineRows(db: Db, feedId: number, refused: RefusedRow[]): Promise<void> {
  if (refused.length === 0) return;
  await sql`
    insert into quarantine (feed_id, start_at, value, available_at, reason, reason_codes)
    select ${feedId}::smallint, to_timestamp(start_ms / 1000), value, to_timestamp(available_ms / 1000), reason, reason_codes
    from unnest(
      ${arrayText(refused.map((row) => row.start))}::float8[],
      ${arrayText(refused.map((row) => row.value))}::float8[],
      ${arrayText(refused.map((row) => row.availableAt))}::float8[],
      ${refused.map((row) => sentenceOf([row.reason]))}::text[],
      ${refused.map((row) => reasonsText([row.reason]))}::jsonb[]
    ) as row (start_ms, value, available_ms, reason, reason_codes)
    on conflict do nothing`.execute(db);
}

/** PostgreSQL's text of an array of numbers. */
function arrayText(numbers: Float64Array | Int32Array | number[]): string {
  return `{${numbers.join(',')}}`;
}

/** Puts the revisions of each period, which come as they were loaded, in order of availability. */
function orderRevisions({ start, value, availableAt }: Rows): void {
  for (let i = 1; i < start.length; i++) {
    for (let k = i; k > 0 && start[k] === start[k - 1] && availableAt[k] < availableAt[k - 1]; k--) {
      for (const column of [value, availableAt]) [column[k - 1], column[k]] = [column[k], column[k - 1]];
    }
  }
}

/** The numbers of a packed column, in its memory. */
function unpackNumbers(packed = new Uint8Array()): Float64Array {
  if (IS_LITTLE_ENDIAN) Buffer.from(packed.buffer).swap64();
  return new Float64Array(packed.buffer);
}

function unpackInstants(packed?: Uint8Array<ArrayBuffer>): Float64Array {
  const instants = unpackNumbers(packed);
  const halves = new Uint32Array(instants.buffer);
  for (let i = 0; i < instants.length; i++) {
    const microseconds = (halves[2 * i + HIGH_HALF] | 0) * 2 ** 32 + halves[2 * i + 1 - HIGH_HALF];
    instants[i] = EPOCH_2000_MS + microseconds / 1000;
  }
  return instants;
}

/** Year 1, before which PostgreSQL reads no year of ISO 8601, and year 10,000, which that writes with a sign. */
const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00Z');
const END_OF_INSTANTS = Date.parse('+010000-01-01T00:00:00Z');

/** An instant (epoch ms) as PostgreSQL reads it; one before year 1 or after year 9999 is `-infinity` or `infinity`. */
export function timestampText(instant: number): string {
  if (instant < FIRST_INSTANT) return '-infinity';
  return instant < END_OF_INSTANTS ? new Date(instant).toISOString() : 'infinity';
}
