import { type Selectable, sql } from 'kysely';
import type { Locale } from '../../ground/config/locale.ts';
import type { Db } from '../../ground/database/database.ts';
import { readPage } from '../../ground/database/read-page.ts';
import type { AppUserTable } from '../../ground/database/people-schema.ts';

/** A user by the names of the wire. */
export type User = Awaited<ReturnType<ReturnType<typeof selectUsers>['executeTakeFirstOrThrow']>>;

/** Users of one tenant, or of all of them for the platform's operator, oldest first. */
export async function listUsers(
  tx: Db,
  query: { tenantId: string | undefined; offset: number; limit: number },
): Promise<{ users: User[]; total: number }> {
  const { tenantId, ...page } = query;
  const oldestFirst = selectUsers(tx)
    .$if(tenantId !== undefined, (rows) => rows.where('app_user.tenant_id', '=', String(tenantId)))
    .orderBy('app_user.created_at')
    .orderBy('app_user.id');
  const { rows: users, total } = await readPage(oldestFirst, page);
  return { users, total };
}

export async function findUser(tx: Db, id: string): Promise<User | undefined> {
  return selectUsers(tx).where('app_user.id', '=', id).executeTakeFirst();
}

/** What a password is checked against. It is no part of a `User`, so that it reaches nobody who does not ask for it. */
export async function findPasswordHash(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('app_user').select('password_hash').where('id', '=', id).executeTakeFirst();
  return row?.password_hash;
}

/** Keeps every other transaction from changing a user until this one ends. */
export async function lockUser(tx: Db, id: string): Promise<void> {
  await tx.selectFrom('app_user').select('id').where('id', '=', id).forUpdate().execute();
}

/**
 * Holds a user and those who decide whether it may go: the active admins of its tenant and, for a superadmin, the active superadmins of the
 * platform. All of them in one statement in the order of their ids: taken in parts, two changes could wait for each other for ever.
 */
export async function lockUserAndAdmins(tx: Db, id: string): Promise<void> {
  await sql`
    select id from app_user
    where id = ${id}
      or (deactivated_at is null and role = 'admin' and tenant_id = (select tenant_id from app_user where id = ${id}))
      or (deactivated_at is null and is_superadmin and (select is_superadmin from app_user where id = ${id}))
    order by id
    for update`.execute(tx);
}

export async function findUserLocale(tx: Db, id: string): Promise<Locale> {
  const row = await tx.selectFrom('app_user').select('locale').where('id', '=', id).executeTakeFirstOrThrow();
  return row.locale;
}

/**
 * Ids of the tenant's active admins. Until the transaction ends, nobody else can demote or deactivate one of them, so that
 * two admins cannot remove each other at the same time.
 */
export async function lockActiveAdmins(tx: Db, tenantId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('app_user')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('role', '=', 'admin')
    .where('deactivated_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map((row) => row.id);
}

/** Ids of the platform's active superadmins (those of deactivated tenants are not), held like the admins of a tenant. */
export async function lockActiveSuperadmins(tx: Db): Promise<string[]> {
  const rows = await tx
    .selectFrom('app_user')
    .select('id')
    .where('is_superadmin', '=', true)
    .where('deactivated_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  // Read once they are held: another transaction may have deactivated a tenant until then.
  const active = await tx
    .selectFrom('app_user')
    .innerJoin('tenant', 'tenant.id', 'app_user.tenant_id')
    .select('app_user.id')
    .where('app_user.is_superadmin', '=', true)
    .where('app_user.deactivated_at', 'is', null)
    .where('tenant.deactivated_at', 'is', null)
    .execute();
  return rows.map((row) => row.id).filter((id) => active.some((one) => one.id === id));
}

/** The tenant of the platform's first active superadmin, whose audit log records what is done on the database itself. */
export async function findPlatformTenant(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('app_user')
    .select('tenant_id')
    .where('is_superadmin', '=', true)
    .where('deactivated_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.tenant_id;
}

/** Absent fields stay as they are. */
export async function updateUser(
  tx: Db,
  id: string,
  change: Partial<
    Pick<
      Selectable<AppUserTable>,
      'role' | 'full_name' | 'locale' | 'password_hash' | 'is_superadmin' | 'deactivated_at'
    >
  >,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await tx.updateTable('app_user').set(change).where('id', '=', id).execute();
}

function selectUsers(tx: Db) {
  return tx
    .selectFrom('app_user')
    .innerJoin('tenant', 'tenant.id', 'app_user.tenant_id')
    .select([
      'app_user.id',
      'app_user.tenant_id',
      'tenant.name as tenant_name',
      'app_user.email',
      'app_user.full_name',
      'app_user.role',
      'app_user.locale',
      'app_user.is_superadmin',
      sql<boolean>`app_user.deactivated_at is null`.as('active'),
      sql<boolean>`app_user.totp_enabled_at is not null`.as('totp_enabled'),
      'app_user.token_version',
      'app_user.created_at',
      sql<Date | null>`(select max(s.last_seen_at) from user_session s
        where s.tenant_id = app_user.tenant_id and s.user_id = app_user.id)`.as('last_seen_at'),
      sql<number>`(select count(*)::int from totp_recovery_code c where c.user_id = app_user.id)`.as(
        'recovery_codes_left',
      ),
    ]);
}

/** The people who administer a tenant now. */
export async function listAdmins(
  db: Db,
  tenantId: string,
): Promise<{ tenantId: string; userId: string; email: string; locale: Locale }[]> {
  return db
    .selectFrom('app_user')
    .select(['tenant_id as tenantId', 'id as userId', 'email', 'locale'])
    .where('tenant_id', '=', tenantId)
    .where('role', '=', 'admin')
    .where('deactivated_at', 'is', null)
    .orderBy('email')
    .execute();
}
