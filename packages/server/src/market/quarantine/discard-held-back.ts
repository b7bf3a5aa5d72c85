import type { Clock } from '../../ground/timing/clock.ts';
import type { Db } from '../../ground/database/database.ts';
import type { HeldBack } from '../publications/held-back.ts';
import { decide, type DecisionRequest } from './decide.ts';

/** Decides that what is held back is never stored. It is kept, so that the same contents are not held back again. */
export async function discardHeldBack(
  context: { db: Db; clock: Clock },
  request: DecisionRequest,
): Promise<HeldBack> {
  const { heldBack } = await decide(context, request, 'discarded', async () => undefined);
  return heldBack;
}
