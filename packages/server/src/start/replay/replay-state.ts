import { z } from 'zod';
import type { Db } from '../../ground/database/database.ts';

/** How far a replay has come: its database belongs to the span that it was made for. */
const ReplayState = z.object({
  from: z.string(),
  to: z.string(),
  /** Epoch ms that the virtual clock has reached. */
  reachedAt: z.number(),
  /** Machine time spent so far, ms. */
  spentMs: z.number(),
});
export type ReplayState = z.infer<typeof ReplayState>;

const KEY = 'replay';

export async function findReplayState(db: Db): Promise<ReplayState | undefined> {
  const row = await db.selectFrom('service_state').select('value').where('key', '=', KEY).executeTakeFirst();
  return row === undefined ? undefined : ReplayState.parse(row.value);
}

export async function saveReplayState(db: Db, state: ReplayState): Promise<void> {
  const value = JSON.stringify(state);
  await db
    .insertInto('service_state')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
