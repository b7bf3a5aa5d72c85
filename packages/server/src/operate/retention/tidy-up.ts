import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { addDays, DAY_MS, deliveryDayOf } from '@lonja/forecasting/market';
import type { Logger } from 'pino';
import { deleteFindingsBefore } from '../../desk/alerts/pending-runs.ts';
import { listFormerRuns } from '../../forecasts/runs/append-evidence.ts';
import { findNewestIssueOfAll } from '../../forecasts/runs/run-store.ts';
import type { RetentionDays } from '../../ground/config/retention-days.ts';
import type { Db } from '../../ground/database/database.ts';
import type { Clock } from '../../ground/timing/clock.ts';
import { failStranded } from '../../outbound/webhooks/deliveries.ts';
import { forgetAccounts } from '../../people/access/forget-accounts.ts';
import { forgetRows } from './forget-rows.ts';
import { ensureParts, forgetMonths } from './tend-months.ts';

/** What deleting old things needs of its surroundings. */
export interface RetentionContext {
  db: Db;
  clock: Clock;
  /** The machine's own time, by which files are dated. */
  wallClock: Clock;
  logger: Logger;
  retention: RetentionSettings;
}

interface RetentionSettings {
  days: RetentionDays;
  /** Where mail is written that has no server to go to. */
  outboxDir: string;
}

/** What is not done by then is done with the next tidy-up, an hour later. */
const BUDGET_MS = 5 * 60_000;
/** How far past the newest run evidence may be counted back from. */
const CLOCK_TRUST_MS = 30 * DAY_MS;

/**
 * Looks after the partitions, and deletes what is kept no longer, in small steps, for a few minutes at most. Fails deliveries that nothing
 * will send.
 */
export async function tidyUp(
  context: RetentionContext,
  signal: AbortSignal,
  budgetMs = BUDGET_MS,
): Promise<void> {
  const { db, clock, logger, retention } = context;
  const now = clock.now();
  const endsAt = performance.now() + budgetMs;
  const isOver = () => signal.aborted || performance.now() > endsAt;
  await failStranded(db, now);
  await deleteFindingsBefore(db, addDays(deliveryDayOf(now), -1));
  await forgetAccounts(context);
  await ensureParts(context, { now, isOver });
  const listed = await listFormerRuns(db, { now, isOver });
  if (listed > 0) logger.info({ runs: listed }, 'runs entered the list of evidence after their publication');
  const newestRun = await findNewestIssueOfAll(db);
  const ofEvidence = Math.min(now, (newestRun ?? now) + CLOCK_TRUST_MS);
  const { days } = retention;
  const rows = await forgetRows(db, { days, present: { now, ofEvidence }, isOver });
  const months = await forgetMonths(context, { days, now: ofEvidence, isOver });
  const mailFiles = await forgetMailFiles(context);
  const deleted = {
    ...rows,
    ...(months.dropped > 0 && { monthsOfValues: months.dropped }),
    ...(months.thinned > 0 && { monthsOfRevisions: months.thinned }),
    ...(mailFiles > 0 && { mailFiles }),
  };
  if (Object.keys(deleted).length > 0) logger.info({ deleted, isDone: !isOver() }, 'old data deleted');
}

/** Deletes mail files, and what is left of unfinished ones, that are kept no longer. Gives how many. */
async function forgetMailFiles({
  wallClock,
  retention,
}: Pick<RetentionContext, 'wallClock' | 'retention'>): Promise<number> {
  const before = wallClock.now() - retention.days.outbox * DAY_MS;
  const names = await readdir(retention.outboxDir).catch(ignoreMissing(() => []));
  let deleted = 0;
  for (const name of names.filter((file) => /\.eml(\.part)?$/.test(file))) {
    const file = path.join(retention.outboxDir, name);
    const known = await stat(file).catch(ignoreMissing(() => undefined));
    if (known === undefined || known.mtimeMs >= before) continue;
    await rm(file, { force: true });
    deleted++;
  }
  return deleted;
}

/** A folder of which nothing was ever made, or a file that somebody else took away. */
function ignoreMissing<T>(instead: () => T): (error: unknown) => T {
  return (error) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return instead();
    throw error;
  };
}
