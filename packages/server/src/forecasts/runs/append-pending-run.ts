import type { Transaction } from 'kysely';
import type { Database } from '../../ground/database/schema.ts';

/** Notes, in the transaction that publishes a run, that the rules have to be held against it. */
export async function appendPendingRun(
  tx: Transaction<Database>,
  run: { runId: string; previousRunId: string | undefined; now: number },
): Promise<void> {
  await tx
    .insertInto('alert_run')
    .values({
      run_id: run.runId,
      previous_run_id: run.previousRunId ?? null,
      after_rule: null,
      created_at: new Date(run.now),
    })
    .execute();
}
