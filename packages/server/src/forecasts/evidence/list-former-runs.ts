import { sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import { appendEvidence } from '../runs/append-evidence.ts';

/**
 * Appends runs that are not in the list of evidence, oldest first: those of before the list, of a process of an older release during an
 * upgrade, and made for past instants on a simulated market. Their entries say when they were listed, so they prove no earlier time. Gives
 * how many.
 */
export async function listFormerRuns(
  db: Db,
  { now, isOver }: { now: number; isOver: () => boolean },
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from forecast_run as run
    where not exists (select from evidence_entry where run_id = run.id)
    order by published_at, id`.execute(db);
  let listed = 0;
  for (const { id } of rows) {
    if (isOver()) break;
    await db.transaction().execute(async (tx) => {
      // Held until the end, so that retention does not delete the run meanwhile and no other worker lists it too.
      const run = await sql`select id from forecast_run where id = ${id} for update`.execute(tx);
      const known = await tx
        .selectFrom('evidence_entry')
        .select('seq')
        .where('run_id', '=', id)
        .executeTakeFirst();
      if (run.rows.length === 0 || known !== undefined) return;
      await appendEvidence(tx, id, now);
      listed++;
    });
  }
  return listed;
}
