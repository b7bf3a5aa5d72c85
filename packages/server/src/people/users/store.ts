import { sql } from 'kysely';
import type { Locale } from '../../ground/config/locale.ts';
import type { Db } from '../../ground/database/database.ts';
import type { Role } from '../access/identity.ts';

export interface User {
  id: string;
  tenantId: string;
  tenantName: string;
  email: string;
  fullName: string;
  role: Role;
  locale: Locale;
  isSuperadmin: boolean;
  isActive: boolean;
  totpEnabled: boolean;
  recoveryCodesLeft: number;
  tokenVersion: number;
  /** Instants in epoch ms. */
  createdAt: number;
  lastSeenAt: number | undefined;
}

/** Users of one tenant, or of all of them for the platform's operator, oldest first. */
export async function listUsers(
  tx: Db,
  query: { tenantId: string | undefined; offset: number; limit: number },
): Promise<{ users: User[]; total: number }> {
  const { tenantId, offset, limit } = query;
  const rows = await selectUsers(tx)
    .$if(tenantId !== undefined, (rows) => rows.where('app_user.tenant_id', '=', String(tenantId)))
    .orderBy('app_user.created_at')
    .orderBy('app_user.id')
    .offset(offset)
    .limit(limit)
    .execute();
  const { total } = await tx
    .selectFrom('app_user')
    .$if(tenantId !== undefined, (rows) => rows.where('tenant_id', '=', String(tenantId)))
    .select((row) => row.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return { users: rows.map(toUser), total: Number(total) };
}

export async function findUser(tx: Db, id: string): Promise<User | undefined> {
  const row = await selectUsers(tx).where('app_user.id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : toUser(row);
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

interface UserChange {
  role?: Role;
  fullName?: string;
  locale?: Locale;
  passwordHash?: string;
  isSuperadmin?: boolean;
  /** Epoch ms; null reactivates. */
  deactivatedAt?: number | null;
}

export async function updateUser(tx: Db, id: string, change: UserChange): Promise<void> {
  const { role, fullName, locale, passwordHash, isSuperadmin, deactivatedAt } = change;
  if (Object.keys(change).length === 0) return;
  await tx
    .updateTable('app_user')
    .set({
      ...(role !== undefined && { role }),
      ...(fullName !== undefined && { full_name: fullName }),
      ...(locale !== undefined && { locale }),
      ...(passwordHash !== undefined && { password_hash: passwordHash }),
      ...(isSuperadmin !== undefined && { is_superadmin: isSuperadmin }),
      ...(deactivatedAt !== undefined && {
        deactivated_at: deactivatedAt === null ? null : new Date(deactivatedAt),
      }),
    })
    .where('id', '=', id)
    .execute();
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
      'app_user.deactivated_at',
      'app_user.totp_enabled_at',
      'app_user.token_version',
      'app_user.created_at',
      sql<Date | null>`(select max(s.last_seen_at) from user_session s
        where s.tenant_id = app_user.tenant_id and s.user_id = app_user.id)`.as('last_seen_at'),
      sql<string>`(select count(*) from totp_recovery_code c where c.user_id = app_user.id)`.as('codes_left'),
    ]);
}

type UserRow = Awaited<ReturnType<ReturnType<typeof selectUsers>['executeTakeFirstOrThrow']>>;

function toUser(row: UserRow): User {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    tenantName: row.tenant_name,
    email: row.email,
    fullName: row.full_name,
    role: row.role,
    locale: row.locale,
    isSuperadmin: row.is_superadmin,
    isActive: row.deactivated_at === null,
    totpEnabled: row.totp_enabled_at !== null,
    recoveryCodesLeft: Number(row.codes_left),
    tokenVersion: row.token_version,
    createdAt: row.created_at.getTime(),
    lastSeenAt: row.last_seen_at?.getTime(),
  };
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
