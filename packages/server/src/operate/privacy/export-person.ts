import { AppError } from '../../ground/errors.ts';
import { type Db } from '../../ground/database/database.ts';
import { PERSONAL_ROWS, type Person } from './personal-rows.ts';
import { readPersonalRows } from './person-copy.ts';
import { findUser, type User } from '../../people/users/store.ts';
import { appendAudit } from '../../people/audit/audit.ts';
import { actorOf, type Principal } from '../../people/access/principal.ts';
import { assertOwnRecord } from '../../people/access/assert-own-record.ts';
import type { IdentityContext } from '../../people/access/account-context.ts';

/** As many rows of one kind as a copy has. */
export const MOST_COPIED = 10_000;

/** What is stored about a person, by kind of row. */
export interface PersonCopy {
  /** Epoch ms. */
  madeAt: number;
  user: User;
  records: Record<string, Record<string, unknown>[]>;
  /** Kinds of which there are more than a copy has; it has the newest. */
  cutOff: string[];
}

/** A copy of what is stored about a user of the tenant, who may be the caller. */
export async function exportPerson(
  { db, clock }: IdentityContext,
  principal: Principal,
  id: string,
): Promise<PersonCopy> {
  await assertOwnRecord(db, principal, { table: 'app_user', id, noun: 'user' });
  const madeAt = clock.now();
  // With the service's own role: some of it, such as links and registrations, no tenant may read. Every row is found by the person.
  return db.transaction().execute(async (tx) => {
    const user = await getUser(tx, id);
    const records: PersonCopy['records'] = {};
    const cutOff: string[] = [];
    for (const kind of PERSONAL_ROWS) {
      if (kind.shown.length === 0) continue;
      const { rows, isCut } = await readPersonalRows(tx, kind, user, MOST_COPIED);
      records[kind.name] = rows;
      if (isCut) cutOff.push(kind.name);
    }
    await appendAudit(tx, {
      tenantId: user.tenantId,
      actor: actorOf(principal),
      action: 'user.exported',
      target: { type: 'user', id },
      now: madeAt,
    });
    return { madeAt, user, records, cutOff };
  });
}

export async function getUser(tx: Db, id: string): Promise<User & Person> {
  const user = await findUser(tx, id);
  if (user === undefined) throw new AppError('not_found', 'There is no user with this id.');
  return user;
}
