import { dayRange, deliveryDayOf, isDeliveryDay, type DeliveryDay } from '@lonja/forecasting/market';
import type { DaySpan, Publication, Source } from '../connectors/source.ts';
import { createSimulatorSource } from '../connectors/simulator/source.ts';
import { OperatorError } from '../../ground/errors.ts';
import { findPublications, isSettled } from '../publications/publications.ts';
import type { DataContext } from '../sources/data-context.ts';
import { type IngestOptions, type IngestResult, ingestDays } from './ingest-days.ts';
import { spansOf } from './follow-sources.ts';
import { otherReason, type Reasons, reason, sentenceOf } from '../../ground/reasons/reasons.ts';
import {
  type BackfillProgress,
  beginBackfill,
  findBackfill,
  finishBackfill,
  saveBackfillProgress,
} from '../publications/backfills.ts';

/** What a backfill came to, by publication; counts are delivery days. */
export interface BackfillReport extends LoadedDays {
  publication: string;
  /** There before. */
  known: number;
}

interface BackfillOptions extends IngestOptions {
  /** Ends the backfill between two requests; it throws the signal's reason. */
  signal?: AbortSignal | undefined;
}

/**
 * Loads the days `from`..`to` of every publication of a source that the ledger does not have as complete, in parallel within the
 * source's limits. Every day is settled by itself, so a backfill that was cut short goes on where it stopped when it is asked for
 * again. Days before a publication began and days not yet to be expected are left out. A source that refuses, or that is left alone
 * after failures, is asked for nothing more.
 */
export async function backfill(
  context: DataContext,
  request: DaySpan & BackfillOptions & { source: string; publication?: string | undefined },
): Promise<BackfillReport[]> {
  const source = sourceNamed(context, request.source);
  if (!isDeliveryDay(request.from) || !isDeliveryDay(request.to) || request.from > request.to) {
    throw new OperatorError(`${request.from} to ${request.to} is not a span of days YYYY-MM-DD.`);
  }
  const publications = source.publications.filter(
    ({ name }) => request.publication === undefined || request.publication === name,
  );
  if (publications.length === 0) {
    const names = source.publications.map(({ name }) => name).join(', ');
    throw new OperatorError(`${source.name} publishes no ${request.publication ?? ''}; it has ${names}.`);
  }
  const reports: BackfillReport[] = [];
  for (const publication of publications) {
    const stopped = reports.find(isCutShort);
    reports.push(await backfillPublication(context, source, publication, { ...request, stopped }));
  }
  return reports;
}

/** Whether the source was asked for nothing more, because it refused or requests are paused. */
function isCutShort({ refused, unasked }: BackfillReport): boolean {
  return refused || unasked > 0;
}

async function backfillPublication(
  context: DataContext,
  source: Source,
  publication: Publication,
  request: DaySpan & BackfillOptions & { stopped: BackfillReport | undefined },
): Promise<BackfillReport> {
  const { db, clock, progress } = context;
  const today = deliveryDayOf(clock.now());
  const from = request.from < publication.firstDay ? publication.firstDay : request.from;
  const days = dayRange(from, request.to).filter((day) => publication.expected.dayOffset < 0 || day <= today);
  const lines = await findPublications(db, {
    source: source.name,
    name: publication.name,
    from,
    to: request.to,
  });
  const open = days.filter((day) => !isSettled(lines.get(day)?.state ?? 'waiting'));
  const report: BackfillReport = {
    publication: publication.name,
    known: days.length - open.length,
    ...NO_DAYS,
    unasked: 0,
    failure: request.stopped?.failure,
    refused: request.stopped?.refused ?? false,
  };
  const step = `${source.name} ${publication.name}`;
  progress(step, report.known, days.length);
  if (request.stopped !== undefined) return { ...report, unasked: open.length };
  const { acceptsLevelShift, signal } = request;
  const loaded = await loadDays(context, {
    source,
    publication,
    days: open,
    newestFirst: false,
    onDays: (done) => progress(step, report.known + done, days.length),
    stop: signal,
    ...(acceptsLevelShift !== undefined && { acceptsLevelShift }),
  });
  signal?.throwIfAborted();
  return { ...report, ...loaded };
}

function sourceNamed({ liveSources }: DataContext, name: string): Source {
  if (name === 'simulator') return createSimulatorSource();
  const source = [...liveSources.values()].find((known) => known.name === name);
  if (source !== undefined) return source;
  const known = ['simulator', ...liveSources.keys()].join(', ');
  throw new OperatorError(
    `There is no source "${name}" that can be asked; there are ${known}. ESIOS and ENTSO-E need ESIOS_TOKEN and ENTSOE_TOKEN, declared sources SOURCES_FILE.`,
  );
}

const NO_DAYS = { complete: 0, withoutResult: 0, quarantined: 0, missing: 0, damaged: 0, failed: 0 };
const COUNTS = ['complete', 'withoutResult', 'quarantined', 'missing', 'damaged', 'failed'] as const;

/** What asking for days came to; counts are delivery days, as in IngestResult. */
interface LoadedDays extends Pick<IngestResult, (typeof COUNTS)[number] | 'failure' | 'refused'> {
  /** Not asked for any more after the source had refused, while requests are paused after failures, or because of a stop. */
  unasked: number;
}

/**
 * Asks a source for days of a publication in parallel within its limits, the newest first where `newestFirst` says so, and settles each by
 * itself. Ends early where the source refuses or requests are paused, and once `stop` is aborted, whose requests under way are waited for.
 */
export async function loadDays(
  context: Pick<DataContext, 'db' | 'clock' | 'logger'>,
  request: IngestOptions & {
    source: Source;
    publication: Publication;
    days: readonly DeliveryDay[];
    newestFirst: boolean;
    /** Called with how many days are settled. */
    onDays: (done: number) => void;
    stop: AbortSignal | undefined;
  },
): Promise<LoadedDays> {
  const { source, publication, days, newestFirst, onDays, stop, ...options } = request;
  const spans = spansOf(days.toSorted(), publication.daysPerRequest);
  const waiting = newestFirst ? spans : spans.toReversed();
  const loaded: Omit<LoadedDays, 'unasked'> = {
    ...NO_DAYS,
    failure: undefined,
    refused: false,
  };
  const settled = () => COUNTS.reduce((sum, count) => sum + loaded[count], 0);
  let isOver = false;
  const work = async () => {
    for (let span = waiting.pop(); span !== undefined; span = waiting.pop()) {
      if (isOver || stop?.aborted === true) return;
      const result = await ingestDays(context, source, publication, span, options);
      // The failure itself says more than the pause after it.
      if (result.asked || loaded.failure === undefined) loaded.failure = result.failure ?? loaded.failure;
      loaded.refused ||= result.refused;
      isOver ||= result.refused || !result.asked;
      if (!result.asked) return;
      for (const count of COUNTS) loaded[count] += result[count];
      onDays(settled());
    }
  };
  await Promise.all(Array.from({ length: source.parallel }, work));
  return { ...loaded, unasked: days.length - settled() };
}

/** A backfill that was begun so often without an end is given up. */
const MAX_ATTEMPTS = 10;

/**
 * Works off a backfill that a superadmin asked for, noting how far it has come. It may stop at any moment: days that are complete are left
 * out the next time. What the operator must mend ends it, and so does a source that refuses or has failed too often; any other fault is
 * thrown, so that the job is tried again.
 */
export async function runBackfill(context: DataContext, id: string, signal?: AbortSignal): Promise<void> {
  const { db, clock } = context;
  const record = await findBackfill(db, id);
  if (record === undefined || record.state === 'done' || record.state === 'failed') return;
  await beginBackfill(db, id, clock.now());
  const end = (failure?: Reasons) => finishBackfill(db, id, { failure, now: clock.now() });
  if (record.attempts >= MAX_ATTEMPTS) {
    return end([reason('never_ended', { attempts: record.attempts })]);
  }
  const progress = followProgress(context, record);
  try {
    const reports = await backfill(
      { ...context, progress: progress.note },
      {
        ...record,
        publication: record.publication ?? undefined,
        signal,
      },
    );
    await progress.saved();
    await saveBackfillProgress(db, id, reports.map(toProgress));
    await end(reports.find(isCutShort)?.failure);
  } catch (error) {
    await progress.saved();
    if (!(error instanceof OperatorError)) throw error;
    await end(otherReason(error.message));
  }
}

/** Saves the progress that `backfill` reports, one save after the other. */
function followProgress({ db }: DataContext, { id, source }: { id: string; source: string }) {
  const byPublication = new Map<string, BackfillProgress[number]>();
  let saving: Promise<void> = Promise.resolve();
  return {
    note: (step: string, done: number, total: number): void => {
      const publication = step.slice(source.length + 1);
      byPublication.set(publication, { publication, days: total, settled: done });
      const progress = [...byPublication.values()];
      saving = saving.then(() => saveBackfillProgress(db, id, progress));
      // `saved` reports a failure; nobody may be waiting yet.
      saving.catch(() => {});
    },
    saved: () => saving,
  };
}

function toProgress(report: BackfillReport): BackfillProgress[number] {
  const { publication, quarantined, damaged, failed, unasked, failure } = report;
  const complete = report.known + report.complete + report.withoutResult;
  const missing = report.missing + damaged + failed;
  const settled = complete + quarantined + missing;
  return {
    publication,
    days: settled + unasked,
    settled,
    complete,
    quarantined,
    missing,
    failure: failure && sentenceOf(failure),
    failureCodes: failure && [...failure],
  };
}
