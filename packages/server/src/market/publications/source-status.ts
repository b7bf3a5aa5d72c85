import { sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import { type Reasons, reasonsText, sentenceOf, storedReasons } from '../../ground/reasons/reasons.ts';

/** What is known of a source's answers. */
export interface SourceStatus {
  source: string;
  last_answer_at: Date | null;
  last_failure_at: Date | null;
  lastFailure: Reasons | undefined;
  failures_in_row: number;
  /** The last failure was a refusal: asking again as before will not help. */
  refused: boolean;
}

/** Of a source of whose answers nothing is known. */
export function neverAsked(source: string): SourceStatus {
  const never = { last_answer_at: null, last_failure_at: null, lastFailure: undefined };
  return { source, ...never, failures_in_row: 0, refused: false };
}

export async function listSourceStatus(db: Db): Promise<SourceStatus[]> {
  const rows = await db.selectFrom('source_status').selectAll().orderBy('source').execute();
  return rows.map(({ last_failure: sentence, last_failure_codes: codes, ...row }) => ({
    ...row,
    lastFailure: storedReasons(sentence, codes),
  }));
}

/** Notes that a source has answered, or why it has not, and whether it refused to. */
export async function recordSourceAnswer(
  db: Db,
  {
    source,
    now,
    failure,
    refused = false,
  }: { source: string; now: number; failure: Reasons | undefined; refused?: boolean },
): Promise<void> {
  const at = new Date(now);
  const outcome =
    failure === undefined
      ? { last_answer_at: at, failures_in_row: 0, refused: false }
      : {
          last_failure_at: at,
          last_failure: sentenceOf(failure),
          last_failure_codes: reasonsText(failure),
          failures_in_row: sql<number>`source_status.failures_in_row + 1`,
          refused,
        };
  await db
    .insertInto('source_status')
    .values(
      failure === undefined
        ? { source, last_answer_at: at }
        : {
            source,
            last_failure_at: at,
            last_failure: sentenceOf(failure),
            last_failure_codes: reasonsText(failure),
            failures_in_row: 1,
            refused,
          },
    )
    .onConflict((conflict) => conflict.column('source').doUpdateSet(outcome))
    .execute();
}
