import { dayRange, deliveryDayOf, isDeliveryDay } from '@lonja/forecasting/market';
import type { DaySpan, Publication, Source } from '../connectors/source.ts';
import { createSimulatorSource } from '../connectors/simulator/source.ts';
import { OperatorError } from '../../ground/errors.ts';
import { findPublications, isSettled } from '../publications/publications.ts';
import type { DataContext } from '../sources/data-context.ts';
import type { IngestOptions } from './ingest-days.ts';
import { type LoadedDays, loadDays } from './load-days.ts';

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
export function isCutShort({ refused, unasked }: BackfillReport): boolean {
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
    complete: 0,
    withoutResult: 0,
    quarantined: 0,
    missing: 0,
    damaged: 0,
    failed: 0,
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
