import { DAY_MS, type DeliveryDay, MINUTE_MS, type RelativeTime } from '@lonja/forecasting/market';
import type { Reasons } from '../../ground/reasons/reasons.ts';
import type { Db } from '../../ground/database/database.ts';
import { isSettled, listPublicationsExpected, type PublicationRecord } from '../publications/publications.ts';
import { listSourceStatus, neverAsked, type SourceStatus } from '../publications/source-status.ts';
import { listQuarantinedDays } from '../publications/held-back.ts';
import { seenArrivals, usualArrivalOf } from './polling.ts';

/** How far back gaps and corrections are reported. */
const TOLD_DAYS = 30;
/** A publication is late once it is this far behind its usual instant, and a gap after this long. */
const LATE_AFTER_MS = 30 * MINUTE_MS;
const GAP_AFTER_MS = 3 * DAY_MS;
/** Failures in a row that make a source count as failing; a refusal does at once. */
const FAILING_AFTER = 3;

export type PublicationHealth = 'on_time' | 'late' | 'gap' | 'quarantined';

/** A day that is not there though it should be. */
export interface Incident {
  source: string;
  publication: string;
  day: DeliveryDay;
  kind: Exclude<PublicationHealth, 'on_time'>;
  expectedAt: number;
  reason: Reasons | undefined;
}

export interface PublicationStatus {
  name: string;
  state: PublicationHealth;
  /** The newest day that is there. */
  latest_day: DeliveryDay | null;
  expected_at: Date | null;
  published_at: Date | null;
  /** Of the newest day, beyond its usual instant, 0 when it came in time. */
  lateness_s: number | null;
  next_expected_at: Date | null;
  /** By when it usually comes, by what was seen of the last month; undefined where that is too little. */
  usualArrival: RelativeTime | undefined;
  /** Days of the last month that are late, that never came, and that came and failed a check. */
  late: number;
  gaps: number;
  held_back: number;
  /** Days of the last month that were published without a result. */
  without_result: number;
  corrections: number;
  last_correction_at: Date | null;
}

export interface SourceHealth extends SourceStatus {
  state: 'ok' | 'late' | 'failing';
  /** Of all its publications: the newest day that is there, and when the last one came. */
  newest_day: DeliveryDay | null;
  newest_at: Date | null;
  /** Sums over its publications. */
  late: number;
  gaps: number;
  held_back: number;
  without_result: number;
  publications: PublicationStatus[];
}

export interface SourceStates {
  state: 'ok' | 'degraded';
  sources: SourceHealth[];
  /** The newest first. */
  incidents: Incident[];
}

/** How every followed source does: what came when, what is late, what is missing and why, over the last month. */
export async function getSourceStatus(db: Db, now: number): Promise<SourceStates> {
  const lines = await listPublicationsExpected(db, { from: now - TOLD_DAYS * DAY_MS, to: now + 3 * DAY_MS });
  const statuses = new Map((await listSourceStatus(db)).map((status) => [status.source, status]));
  const held = new Set(
    (await listQuarantinedDays(db, 0)).map((one) => keyOf({ ...one, name: one.publication })),
  );
  // Of an auction without a result no other source has anything to say.
  const withoutResult = new Set(
    lines.filter(({ state }) => state === 'no_result').map(({ name, day }) => `${name} ${day}`),
  );
  const judged = lines.map((line) => ({
    line,
    incident: withoutResult.has(`${line.name} ${line.day}`)
      ? undefined
      : incidentOf(line, { now, isHeld: held.has(keyOf(line)) }),
  }));
  const bySource = Map.groupBy(judged, ({ line }) => line.source);
  // One that nobody asks any more is told of for as long as its days are.
  for (const [source, status] of statuses) {
    if (!bySource.has(source) && lastAskedAt(status) > now - TOLD_DAYS * DAY_MS) bySource.set(source, []);
  }
  const incidents = judged
    .flatMap(({ incident }) => incident ?? [])
    .sort((a, b) => b.expectedAt - a.expectedAt);
  const sources = [...bySource]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([source, own]) => healthOf(source, own, { status: statuses.get(source), now }));
  return { state: sources.every(({ state }) => state === 'ok') ? 'ok' : 'degraded', sources, incidents };
}

function lastAskedAt({ last_answer_at: answer, last_failure_at: failure }: SourceStatus): number {
  return Math.max(answer?.getTime() ?? -Infinity, failure?.getTime() ?? -Infinity);
}

/** A line of the ledger, and what is wrong with it. */
interface JudgedLine {
  line: PublicationRecord;
  incident: Incident | undefined;
}

function keyOf({ source, name, day }: Pick<PublicationRecord, 'source' | 'name' | 'day'>): string {
  return `${source} ${name} ${day}`;
}

function healthOf(
  source: string,
  lines: JudgedLine[],
  { status, now }: { status: SourceStatus | undefined; now: number },
): SourceHealth {
  const publications = [...Map.groupBy(lines, ({ line }) => line.name).values()].map((own) =>
    publicationStatus(own, now),
  );
  const known = status ?? neverAsked(source);
  const isLate = publications.some(({ state }) => state !== 'on_time');
  const isFailing = known.refused || known.failures_in_row >= FAILING_AFTER;
  const sum = (count: 'late' | 'gaps' | 'held_back' | 'without_result') =>
    publications.reduce((total, one) => total + one[count], 0);
  return {
    ...known,
    state: isFailing ? 'failing' : isLate ? 'late' : 'ok',
    newest_day:
      publications
        .flatMap(({ latest_day }) => latest_day ?? [])
        .toSorted()
        .at(-1) ?? null,
    newest_at: latestOf(publications.map(({ published_at }) => published_at)),
    late: sum('late'),
    gaps: sum('gaps'),
    held_back: sum('held_back'),
    without_result: sum('without_result'),
    publications,
  };
}

function publicationStatus(judged: JudgedLine[], now: number): PublicationStatus {
  const lines = judged.map(({ line }) => line);
  const latest = lines.findLast(({ state }) => isSettled(state));
  const lastDue = judged.findLast(({ line }) => line.expectedAt + LATE_AFTER_MS <= now);
  const count = (kind: Incident['kind']) => judged.filter(({ incident }) => incident?.kind === kind).length;
  return {
    name: lines[0].name,
    state: lastDue?.incident?.kind ?? 'on_time',
    latest_day: latest?.day ?? null,
    expected_at: dateOf(latest?.expectedAt),
    published_at: dateOf(latest?.publishedAt),
    lateness_s:
      latest?.publishedAt === undefined
        ? null
        : Math.round(Math.max(0, latest.publishedAt - latest.expectedAt) / 1000),
    next_expected_at: dateOf(lines.find(({ expectedAt }) => expectedAt > now)?.expectedAt),
    usualArrival: usualArrivalOf(seenArrivals(lines)),
    late: count('late'),
    gaps: count('gap'),
    held_back: count('quarantined'),
    without_result: lines.filter(({ state }) => state === 'no_result').length,
    corrections: lines.reduce((sum, line) => sum + line.corrections, 0),
    last_correction_at: latestOf(lines.map(({ correctedAt }) => dateOf(correctedAt))),
  };
}

function dateOf(instant: number | undefined): Date | null {
  return instant === undefined ? null : new Date(instant);
}

function latestOf(instants: readonly (Date | null)[]): Date | null {
  return instants.reduce<Date | null>(
    (latest, instant) => (Number(instant) > Number(latest) ? instant : latest),
    null,
  );
}

/** A day that failed a check and was discarded by an operator is missing like any other. */
function incidentOf(
  line: PublicationRecord,
  { now, isHeld }: { now: number; isHeld: boolean },
): Incident | undefined {
  const lateMs = now - line.expectedAt;
  if (isSettled(line.state) || lateMs < LATE_AFTER_MS) return undefined;
  const kind =
    line.state === 'quarantined' && isHeld ? 'quarantined' : lateMs < GAP_AFTER_MS ? 'late' : 'gap';
  const { source, name: publication, day, expectedAt, reason } = line;
  return { source, publication, day, kind, expectedAt, reason };
}
