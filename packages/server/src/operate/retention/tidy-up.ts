import { listFormerRuns } from '../../forecasts/evidence/list-former-runs.ts';
import { addDays, DAY_MS, deliveryDayOf } from '@lonja/forecasting/market';
import { deleteFindingsBefore } from '../../desk/alerts/pending-runs.ts';
import { findNewestIssueOfAll } from '../../forecasts/runs/forecast-queries.ts';
import { failStranded } from '../../outbound/webhooks/deliveries.ts';
import { forgetAccounts } from '../../people/access/forget-accounts.ts';
import { forgetMailFiles } from './forget-mail-files.ts';
import { forgetRows } from './forget-rows.ts';
import type { RetentionContext } from './retention-context.ts';
import { ensureParts, forgetMonths } from './tend-months.ts';

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
