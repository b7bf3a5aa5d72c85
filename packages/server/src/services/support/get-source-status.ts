import { DAY_MS, type DeliveryDay, HOUR_MS, MINUTE_MS } from '@lonja/forecasting';
import type { Db } from '../../store/database.ts';
import {
  isSettled,
  listPublicationsExpected,
  listSourceStatus,
  type PublicationRecord,
  type SourceStatus,
} from '../../store/publications.ts';

/** How far back gaps and corrections are told of. */
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
  reason: string | undefined;
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
  gaps: number;
  corrections: number;
  lastCorrectionAt: number | undefined;
}

export interface SourceHealth extends SourceStatus {
  state: 'ok' | 'late' | 'failing';
  publications: PublicationStatus[];
}

export interface DataStatus {
  state: 'ok' | 'degraded';
  sources: SourceHealth[];
  /** The newest first. */
  incidents: Incident[];
}

/** How every followed source does: what came when, what is late, what is missing and why, over the last month. */
export async function getSourceStatus(db: Db, now: number): Promise<DataStatus> {
  const lines = await listPublicationsExpected(db, { from: now - TOLD_DAYS * DAY_MS, to: now + 3 * DAY_MS });
  const statuses = new Map((await listSourceStatus(db)).map((status) => [status.source, status]));
  const bySource = Map.groupBy(lines, ({ source }) => source);
  for (const source of statuses.keys()) if (!bySource.has(source)) bySource.set(source, []);
  const incidents = lines
    .flatMap((line) => incidentOf(line, now))
    .sort((a, b) => b.expectedAt - a.expectedAt);
  const sources = [...bySource]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([source, own]) => healthOf(source, own, { status: statuses.get(source), now }));
  return { state: sources.every(({ state }) => state === 'ok') ? 'ok' : 'degraded', sources, incidents };
}

function healthOf(
  source: string,
  lines: PublicationRecord[],
  { status, now }: { status: SourceStatus | undefined; now: number },
): SourceHealth {
  const publications = [...Map.groupBy(lines, ({ name }) => name).values()].map((own) =>
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
  const state = isFailing ? 'failing' : isLate ? 'late' : 'ok';
  return { ...known, state, publications };
}

function publicationStatus(lines: PublicationRecord[], now: number): PublicationStatus {
  const latest = lines.findLast(({ state }) => isSettled(state));
  const lastDue = lines.findLast(({ expectedAt }) => expectedAt + LATE_AFTER_MS <= now);
  const incident = lastDue && incidentOf(lastDue, now)[0];
  const corrections = lines.flatMap(({ correctedAt }) => (correctedAt === undefined ? [] : [correctedAt]));
  return {
    name: lines[0].name,
    state: incident?.kind ?? 'on_time',
    latestDay: latest?.day,
    expectedAt: latest?.expectedAt,
    publishedAt: latest?.publishedAt,
    latenessMs:
      latest?.publishedAt === undefined ? undefined : Math.max(0, latest.publishedAt - latest.expectedAt),
    nextExpectedAt: lines.find(({ expectedAt }) => expectedAt > now)?.expectedAt,
    gaps: lines.filter((line) => incidentOf(line, now).some(({ kind }) => kind === 'gap')).length,
    corrections: lines.reduce((sum, line) => sum + line.corrections, 0),
    lastCorrectionAt: corrections.length === 0 ? undefined : Math.max(...corrections),
  };
}

function incidentOf(line: PublicationRecord, now: number): Incident[] {
  const lateMs = now - line.expectedAt;
  if (isSettled(line.state) || lateMs < LATE_AFTER_MS) return [];
  const kind = line.state === 'quarantined' ? 'quarantined' : lateMs < GAP_AFTER_MS ? 'late' : 'gap';
  const { source, name: publication, day, expectedAt, reason } = line;
  return [{ source, publication, day, kind, expectedAt, reason }];
}

/** `2 h 5 min`, for people. */
export function formatDelay(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  const hours = Math.floor(minutes / (HOUR_MS / MINUTE_MS));
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`;
}
