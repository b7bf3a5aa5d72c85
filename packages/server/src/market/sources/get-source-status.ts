import { DAY_MS, type DeliveryDay, MINUTE_MS, type RelativeTime } from '@lonja/forecasting/market';
import type { Reasons } from '../../ground/reasons/reasons.ts';
import type { Db } from '../../ground/database/database.ts';
import { isSettled, listPublicationsExpected, type PublicationRecord } from '../publications/publications.ts';
import { listSourceStatus, type SourceStatus } from '../publications/source-status.ts';
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
  latestDay: DeliveryDay | undefined;
  expectedAt: number | undefined;
  publishedAt: number | undefined;
  /** Of the newest day, beyond its usual instant, 0 when it came in time. */
  latenessMs: number | undefined;
  nextExpectedAt: number | undefined;
  /** By when it usually comes, by what was seen of the last month; undefined where that is too little. */
  usualArrival: RelativeTime | undefined;
  /** Days of the last month that are late, that never came, and that came and failed a check. */
  late: number;
  gaps: number;
  heldBack: number;
  /** Days of the last month that were published without a result. */
  withoutResult: number;
  corrections: number;
  lastCorrectionAt: number | undefined;
}

export interface SourceHealth extends SourceStatus {
  state: 'ok' | 'late' | 'failing';
  /** Of all its publications: the newest day that is there, and when the last one came. */
  newestDay: DeliveryDay | undefined;
  newestAt: number | undefined;
  /** Sums over its publications. */
  late: number;
  gaps: number;
  heldBack: number;
  withoutResult: number;
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

function lastAskedAt({ lastAnswerAt = -Infinity, lastFailureAt = -Infinity }: SourceStatus): number {
  return Math.max(lastAnswerAt, lastFailureAt);
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
  const known = status ?? {
    source,
    lastAnswerAt: undefined,
    lastFailureAt: undefined,
    lastFailure: undefined,
    failuresInRow: 0,
    refused: false,
  };
  const isLate = publications.some(({ state }) => state !== 'on_time');
  const isFailing = known.refused || known.failuresInRow >= FAILING_AFTER;
  const sum = (count: 'late' | 'gaps' | 'heldBack' | 'withoutResult') =>
    publications.reduce((total, one) => total + one[count], 0);
  return {
    ...known,
    state: isFailing ? 'failing' : isLate ? 'late' : 'ok',
    newestDay: publications
      .flatMap(({ latestDay }) => latestDay ?? [])
      .toSorted()
      .at(-1),
    newestAt: latestOf(publications.map(({ publishedAt }) => publishedAt)),
    late: sum('late'),
    gaps: sum('gaps'),
    heldBack: sum('heldBack'),
    withoutResult: sum('withoutResult'),
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
    latestDay: latest?.day,
    expectedAt: latest?.expectedAt,
    publishedAt: latest?.publishedAt,
    latenessMs:
      latest?.publishedAt === undefined ? undefined : Math.max(0, latest.publishedAt - latest.expectedAt),
    nextExpectedAt: lines.find(({ expectedAt }) => expectedAt > now)?.expectedAt,
    usualArrival: usualArrivalOf(seenArrivals(lines)),
    late: count('late'),
    gaps: count('gap'),
    heldBack: count('quarantined'),
    withoutResult: lines.filter(({ state }) => state === 'no_result').length,
    corrections: lines.reduce((sum, line) => sum + line.corrections, 0),
    lastCorrectionAt: latestOf(lines.map(({ correctedAt }) => correctedAt)),
  };
}

function latestOf(instants: readonly (number | undefined)[]): number | undefined {
  const known = instants.filter((instant) => instant !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
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
