import { otherReason, type Reasons, reason, sentenceOf } from '../../ground/reasons/reasons.ts';
import { OperatorError } from '../../ground/errors.ts';
import {
  type BackfillProgress,
  beginBackfill,
  findBackfill,
  finishBackfill,
  saveBackfillProgress,
} from '../publications/backfills.ts';
import { backfill, type BackfillReport, isCutShort } from './backfill.ts';
import type { DataContext } from '../sources/data-context.ts';

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
    const reports = await backfill({ ...context, progress: progress.note }, { ...record, signal });
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
