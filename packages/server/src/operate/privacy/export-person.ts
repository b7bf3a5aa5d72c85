import { sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import { AppError } from '../../ground/errors.ts';
import type { IdentityContext } from '../../people/access/account-context.ts';
import { assertOwnRecord } from '../../people/access/assert-own-record.ts';
import { actorOf, type Principal } from '../../people/access/principal.ts';
import { appendAudit } from '../../people/audit/audit.ts';
import { findUser, type User } from '../../people/users/store.ts';
import { type Person, PERSONAL_ROWS, type PersonalRows } from './personal-rows.ts';

/** As many rows of one kind as a copy has. */
const MOST_COPIED = 10_000;

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
      tenantId: user.tenant_id,
      actor: actorOf(principal),
      action: 'user.exported',
      target: { type: 'user', id },
      now: madeAt,
    });
    return { madeAt, user, records, cutOff };
  });
}

export async function getUser(tx: Db, id: string): Promise<User> {
  const user = await findUser(tx, id);
  if (user === undefined) throw new AppError('not_found', 'There is no user with this id.');
  return user;
}

/** The newest rows of one kind that are about a person, as they are stored, and whether there are more. */
async function readPersonalRows(
  db: Db,
  { table, of, shown, newest }: PersonalRows,
  person: Person,
  limit: number,
): Promise<{ rows: Record<string, unknown>[]; isCut: boolean }> {
  const columns = sql.join(shown.map((column) => sql.ref(column)));
  const order = newest === undefined ? sql`` : sql`order by ${sql.ref(newest)} desc`;
  const { rows } = await sql<Record<string, unknown>>`
    select ${columns} from ${sql.table(table)} where ${of(person)} ${order} limit ${limit + 1}`.execute(db);
  return { rows: rows.slice(0, limit), isCut: rows.length > limit };
}
