import type { Transaction } from 'kysely';
import { withTenant } from '../../ground/database/database.ts';
import type { Database } from '../../ground/database/schema.ts';
import { assertOwnRecord } from '../../people/access/assert-own-record.ts';
import type { IdentityContext } from '../../people/access/account-context.ts';
import type { Principal } from '../../people/access/principal.ts';
import { type TicketThread, lockThread } from './ticket-thread.ts';

/** Runs `work` on one of the tenant's tickets. That of another tenant is 403, an id that nobody has 404. */
export async function withOwnTicket<T>(
  { db }: IdentityContext,
  principal: Principal,
  id: string,
  work: (tx: Transaction<Database>, ticket: TicketThread) => Promise<T>,
): Promise<T> {
  await assertOwnRecord(db, principal, { table: 'support_ticket', id, noun: 'ticket' });
  return withTenant(db, principal.tenantId, async (tx) => work(tx, await lockThread(tx, id)));
}
