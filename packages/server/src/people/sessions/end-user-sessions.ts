import { appendAudit } from '../audit/audit.ts';
import { withTenant } from '../../ground/database/database.ts';
import { endAllSessions } from '../access/sessions.ts';
import { actorOf } from '../access/actor-of.ts';
import { assertOwnRecord } from '../access/assert-own-record.ts';
import type { IdentityContext } from '../access/identity-context.ts';
import type { Principal } from '../access/principal.ts';

/** Ends every session of a user of the caller's tenant; its devices are known no more. The user may sign in again. */
export async function endUserSessions(
  { db, clock }: IdentityContext,
  principal: Principal,
  id: string,
): Promise<void> {
  await assertOwnRecord(db, principal, { table: 'app_user', id, noun: 'user' });
  await withTenant(db, principal.tenantId, async (tx) => {
    const now = clock.now();
    await endAllSessions(tx, { userId: id, now });
    await appendAudit(tx, {
      tenantId: principal.tenantId,
      actor: actorOf(principal),
      action: 'user.sessions_ended',
      target: { type: 'user', id },
      now,
    });
  });
}
