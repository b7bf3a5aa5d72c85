import { type DeliveryDay, type Resolution, TIME_ZONE } from '@lonja/forecasting/market';
import { sql } from 'kysely';
import { type Reasons, storedReasons } from '../../ground/reasons/reasons.ts';
import type { Db } from '../../ground/database/database.ts';

/** Names a whole day of a source (`d17`), or the single values of one feed and delivery day (`v3-2025-04-28`). */
type HeldBackKey = { kind: 'day'; rowId: string } | { kind: 'values'; feedId: number; day: DeliveryDay };

const DAY_ID = /^d(\d{1,18})$/;
const VALUES_ID = /^v(\d{1,4})-(\d{4}-\d{2}-\d{2})$/;

/** Undefined for text that names nothing. */
export function parseHeldBackId(id: string): HeldBackKey | undefined {
  const day = DAY_ID.exec(id);
  if (day !== null) return { kind: 'day', rowId: day[1] };
  const values = VALUES_ID.exec(id);
  return values === null ? undefined : { kind: 'values', feedId: Number(values[1]), day: values[2] };
}

/** `replaced`: what came later from the same source or file has taken its place. */
type HeldBackState = 'held' | 'released' | 'discarded' | 'replaced';

/** What failed a check on the way in, by the names of the wire. */
export interface HeldBack {
  id: string;
  kind: HeldBackKey['kind'];
  state: HeldBackState;
  source: string;
  /** The source's publication, or the series of single values. */
  publication: string;
  day: DeliveryDay;
  reason: string;
  /** What the check found. */
  reason_codes: Reasons;
  recorded_at: Date;
  values: number;
  /** Of the values that are numbers; null where there is none, or they are in several units. */
  unit: string | null;
  lowest: number | null;
  highest: number | null;
  /** When and why an operator decided; null while it is held back. */
  decided_at: Date | null;
  decision_reason: string | null;
}

interface HeldBackQuery {
  source: string | undefined;
  /** Also what was released, discarded or replaced. */
  includesDecided: boolean;
  offset: number;
  limit: number;
}

type HeldBackRow = Omit<HeldBack, 'reason_codes'> & { reason_codes: Reasons[] };

/** The codes of what a check found; of rows of before its sentence. */
const CODES = sql`coalesce(reason_codes,
  jsonb_build_array(jsonb_build_object('code', 'other', 'parts', jsonb_build_object('detail', reason))))`;
const DECIDED = sql`when released_at is not null then 'released' when discarded_at is not null then 'discarded'`;
/** A ledger that is complete for another reason than this day's has had a right one since. */
const STATE_OF_DAY = sql`case ${DECIDED} when exists (
    select from publication
    where publication.source = quarantined_day.source and publication.name = quarantined_day.name
      and publication.day = quarantined_day.day and publication.state in ('complete', 'no_result')
      and publication.reason is distinct from quarantined_day.reason
      and (publication.reason is null or publication.reason_codes is distinct from quarantined_day.reason_codes
        or publication.reason_codes is null)
  ) then 'replaced' else 'held' end`;
/** Whether a row of `quarantined_day` waits for a decision. */
const IS_HELD_DAY = sql<boolean>`${STATE_OF_DAY} = 'held'`;
const STATE_OF_VALUE = sql`case ${DECIDED} when exists (
    select from observation
    where observation.feed_id = quarantine.feed_id and observation.start_at = quarantine.start_at
      and observation.recorded_at > quarantine.recorded_at
  ) then 'replaced' else 'held' end`;
const DAY_OF_VALUE = sql`to_char(start_at at time zone ${sql.lit(TIME_ZONE)}, 'YYYY-MM-DD')`;
/** Lowest and highest of the numbers of a day that has one unit. */
const EXTREMES_OF_DAY = sql`(
  select min(number::float8) as lowest, max(number::float8) as highest, min(unit) as unit
  from jsonb_path_query(payload, '$[*].value[*] ? (@.type() == "number")') as number,
    (select min(part #>> '{}') as unit from jsonb_path_query(payload, '$[*].unit') as part having count(distinct part) = 1) as units
  having count(*) > 0
)`;
const FINITE = sql`filter (where value not in ('NaN', 'Infinity', '-Infinity'))`;
/** Days as their source gave them, and single values by feed, delivery day and state. */
const ALL = sql`(
  select 'd' || id as id, 'day' as kind, ${STATE_OF_DAY} as state, source, name as publication,
    to_char(day, 'YYYY-MM-DD') as day, reason, jsonb_build_array(${CODES}) as reason_codes, recorded_at,
    case jsonb_typeof(payload) when 'array' then
      (select coalesce(sum(jsonb_array_length(part -> 'value')), 0) from jsonb_array_elements(payload) as part)::int
      else 0 end as values,
    unit, lowest, highest, coalesce(released_at, discarded_at) as decided_at, decision_reason
  from quarantined_day left join lateral ${EXTREMES_OF_DAY} as extremes on true
  union all
  select 'v' || feed_id || '-' || day, 'values', state, source, series, day,
    string_agg(distinct reason, '; '), jsonb_agg(distinct ${CODES}), max(recorded_at), count(*)::int,
    case when count(*) ${FINITE} > 0 then unit end, min(value) ${FINITE}, max(value) ${FINITE},
    max(coalesce(released_at, discarded_at)), max(decision_reason)
  from (
    select quarantine.*, feed.source, feed.series, feed.unit, ${DAY_OF_VALUE} as day, ${STATE_OF_VALUE} as state
    from quarantine join feed on feed.id = quarantine.feed_id
  ) as one
  group by feed_id, source, series, unit, day, state
)`;

/** One page of what is held back, the newest first. */
export async function listHeldBack(
  db: Db,
  { source, includesDecided, offset, limit }: HeldBackQuery,
): Promise<{ items: HeldBack[]; total: number }> {
  const matching = sql`
    from ${ALL} as held
    where (${includesDecided} or state = 'held') and (${source ?? null}::text is null or source = ${source ?? null})`;
  const { rows } = await sql<HeldBackRow>`
    select * ${matching} order by recorded_at desc, day desc, id desc offset ${offset} limit ${limit}`.execute(
    db,
  );
  const { rows: counts } = await sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(
    db,
  );
  return { items: rows.map(toHeldBack), total: counts[0]?.total ?? 0 };
}

/** What one id names: several where its values were decided of apart, what is still held back first; none for an unknown id. */
export async function findHeldBack(db: Db, id: string): Promise<HeldBack[]> {
  if (parseHeldBackId(id) === undefined) return [];
  const { rows } = await sql<HeldBackRow>`
    select * from ${ALL} as held where id = ${id} order by state = 'held' desc, decided_at desc`.execute(db);
  return rows.map(toHeldBack);
}

/** How much is held back in all. */
export async function countHeldBack(db: Db): Promise<{ days: number; values: number }> {
  const { rows } = await sql<{ days: number; values: number }>`select
    (select count(*)::int from quarantined_day where ${IS_HELD_DAY}) as days,
    (select count(*)::int from quarantine where ${STATE_OF_VALUE} = 'held') as values`.execute(db);
  return rows[0] ?? { days: 0, values: 0 };
}

/** A whole day as its source gave it, by series; instants are epoch ms. */
export interface HeldBackSeries {
  key: string;
  unit: string;
  resolution: Resolution;
  start: number[];
  value: number[];
}

/** The contents of a held-back day; undefined where there is none, or they cannot be read. */
export async function findHeldBackSeries(db: Db, rowId: string): Promise<HeldBackSeries[] | undefined> {
  const row = await db
    .selectFrom('quarantined_day')
    .select('payload')
    .where('id', '=', rowId)
    .executeTakeFirst();
  const payload: unknown = row?.payload;
  return Array.isArray(payload) && payload.every(isSeries) ? payload : undefined;
}

function isSeries(part: unknown): part is HeldBackSeries {
  if (typeof part !== 'object' || part === null) return false;
  const texts = ['key', 'unit', 'resolution'] as const;
  const columns = ['start', 'value'] as const;
  return (
    texts.every((name) => name in part && typeof Reflect.get(part, name) === 'string') &&
    columns.every((name) => name in part && Array.isArray(Reflect.get(part, name)))
  );
}

/** A single value that failed a check. */
interface HeldBackValue {
  rowId: string;
  start: number;
  value: number;
  reason: string;
  state: HeldBackState;
  /** Undefined where it was not kept. */
  availableAt: number | undefined;
}

interface HeldBackFeed {
  series: string;
  source: string;
  resolution: Resolution;
  unit: string;
}

/** The values of a feed and delivery day that failed a check, in order of time, then in the order in which they came. */
export async function findHeldBackValues(
  db: Db,
  { feedId, day }: { feedId: number; day: DeliveryDay },
): Promise<{ feed: HeldBackFeed; values: HeldBackValue[] } | undefined> {
  const feed = await db
    .selectFrom('feed')
    .select(['series', 'source', 'resolution', 'unit'])
    .where('id', '=', feedId)
    .executeTakeFirst();
  if (feed === undefined) return undefined;
  const { rows } = await sql<{
    id: string;
    start_at: Date;
    value: number;
    reason: string;
    state: HeldBackState;
    available_at: Date | null;
  }>`
    select id, start_at, value, reason, ${STATE_OF_VALUE} as state, available_at from quarantine
    where feed_id = ${feedId} and ${DAY_OF_VALUE} = ${day}
    order by start_at, recorded_at, id`.execute(db);
  const values = rows.map((row) => ({
    rowId: row.id,
    start: row.start_at.getTime(),
    value: row.value,
    reason: row.reason,
    state: row.state,
    availableAt: row.available_at?.getTime(),
  }));
  return { feed, values };
}

/** What an operator decided. */
export interface Decision {
  verb: 'released' | 'discarded';
  reason: string;
  /** A superadmin; undefined: a command on the database. */
  userId: string | undefined;
  /** Epoch ms. */
  now: number;
}

/** Takes a held-back day out of what is held back, or gives false where another one has done so. */
export async function decideHeldBackDay(tx: Db, rowId: string, decision: Decision): Promise<boolean> {
  const row = await tx
    .updateTable('quarantined_day')
    .set(decided(decision))
    .where('id', '=', rowId)
    .where('released_at', 'is', null)
    .where('discarded_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The same for single values; gives how many were still held back. */
export async function decideHeldBackValues(
  tx: Db,
  rowIds: readonly string[],
  decision: Decision,
): Promise<number> {
  if (rowIds.length === 0) return 0;
  const rows = await tx
    .updateTable('quarantine')
    .set(decided(decision))
    .where('id', 'in', [...rowIds])
    .where('released_at', 'is', null)
    .where('discarded_at', 'is', null)
    .returning('id')
    .execute();
  return rows.length;
}

function decided({ verb, reason, userId, now }: Decision) {
  const at = new Date(now);
  const when = verb === 'released' ? { released_at: at } : { discarded_at: at };
  return { ...when, decided_by: userId ?? null, decision_reason: reason };
}

function toHeldBack(row: HeldBackRow): HeldBack {
  return { ...row, reason_codes: storedReasons(row.reason, row.reason_codes.flat()) };
}

/** A day that failed a check and is held back. */
export interface QuarantinedDay {
  source: string;
  publication: string;
  day: DeliveryDay;
  reason: Reasons;
  /** Epoch ms. */
  recordedAt: number;
}

/** What came since an instant (epoch ms) and is still held back, the newest first. */
export async function listQuarantinedDays(db: Db, since: number): Promise<QuarantinedDay[]> {
  const rows = await db
    .selectFrom('quarantined_day')
    .select(['source', 'name', 'day', 'reason', 'reason_codes', 'recorded_at'])
    .where('recorded_at', '>=', new Date(since))
    .where(IS_HELD_DAY)
    .orderBy('recorded_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    source: row.source,
    publication: row.name,
    day: row.day,
    reason: storedReasons(row.reason, row.reason_codes),
    recordedAt: row.recorded_at.getTime(),
  }));
}
