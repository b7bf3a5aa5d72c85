import { sql } from 'kysely';
import { type Db, withTenant } from '../../src/ground/database/database.ts';

/**
 * What keeps the tenants of a database apart less than it should: tables with a tenant that have no row-level security or
 * show a tenant rows of others, and rights of the tenants' role that it must not have.
 */
export async function findIsolationFaults(db: Db, tenantId: string): Promise<string[]> {
  const faults: string[] = [];
  const { rows: roles } = await sql<{ fault: string }>`
    select 'the role is a superuser or bypasses row-level security' as fault from pg_roles
    where rolname = 'lonja_tenant' and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolcanlogin)
    union all
    select 'the role owns ' || relname from pg_class join pg_roles on pg_roles.oid = relowner
    where rolname = 'lonja_tenant'
  `.execute(db);
  faults.push(...roles.map((row) => row.fault));

  const tables = await tenantTables(db);
  for (const { name, column, isSecured } of tables) {
    if (!isSecured) faults.push(`${name} has no row-level security`);
    if ((await visibleRows(db, undefined, name, sql`true`)) > 0) {
      faults.push(`${name} shows rows when no tenant is set`);
    }
    const isForeign = sql`${sql.ref(column)} <> ${tenantId}::uuid`;
    if ((await visibleRows(db, tenantId, name, isForeign)) > 0) {
      faults.push(`${name} shows rows of other tenants`);
    }
  }
  return faults;
}

/** Tables that hold something of a tenant. Events of the market belong to none and are shown to all. */
async function tenantTables(db: Db): Promise<{ name: string; column: string; isSecured: boolean }[]> {
  const { rows } = await sql<{ name: string; column: string; isSecured: boolean }>`
    select c.relname as name, a.attname as column, c.relrowsecurity as "isSecured"
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and (a.attname = 'tenant_id' or (c.relname = 'tenant' and a.attname = 'id'))
    order by c.relname
  `.execute(db);
  return rows;
}

/** Rows that the tenants' role sees, 0 where it may not read the table at all. */
async function visibleRows(
  db: Db,
  tenantId: string | undefined,
  table: string,
  condition: ReturnType<typeof sql>,
): Promise<number> {
  const count = async (tx: Db) => {
    const { rows } = await sql<{ count: string }>`
      select count(*) as count from ${sql.table(table)} where ${condition}
    `.execute(tx);
    return Number(rows[0]?.count);
  };
  try {
    return await withTenant(db, tenantId ?? '', count);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE) return 0;
    throw error;
  }
}

const INSUFFICIENT_PRIVILEGE = '42501';
