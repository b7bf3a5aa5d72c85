import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { createTestDatabase } from '../../../test/database.ts';
import { databaseUrl } from '../../../test/test-cluster.ts';
import { type Db, openDatabase, withTenant } from './database.ts';
import { migrate } from './migrate.ts';
import { prepareDatabase } from './prepare-database.ts';
import { applyTenantRights, DEFAULT_TENANT_ROLE, listOtherUses } from './tenant-rights.ts';

const { db, url, drop } = await createTestDatabase();
const cleanUp: string[] = [];
after(async () => {
  for (const statement of cleanUp.toReversed()) await sql.raw(statement).execute(db);
  await drop();
});
const logger = pino({ level: 'silent' });

/** A database whose owner has no other right, and its address. */
async function createOwnedDatabase(): Promise<{ owner: string; url: string }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await sql.raw(`create role ${name} login password 'secret'`).execute(db);
  await sql.raw(`create database ${name} owner ${name}`).execute(db);
  cleanUp.push(`drop role ${name}`, `drop database ${name} with (force)`);
  const owned = new URL(databaseUrl(url, name));
  owned.username = name;
  owned.password = 'secret';
  return { owner: name, url: owned.href };
}

async function createTenantRole(owner: string): Promise<string> {
  const role = `${owner}_tenant`;
  await sql.raw(`create role ${role} nologin`).execute(db);
  await sql.raw(`grant ${role} to ${owner}`).execute(db);
  // Its rights go with the database.
  cleanUp.splice(-1, 0, `drop role ${role}`);
  return role;
}

async function rightsOf(database: Db, role: string): Promise<unknown[]> {
  const { rows } = await sql<{ right: string }>`
    select concat_ws(' ', tablename, policyname, permissive, roles, cmd, qual, with_check) as right from pg_policies
    union all
    select concat_ws(' ', relname, privilege_type) from pg_class, aclexplode(relacl) where grantee = ${role}::regrole
    union all
    select concat_ws(' ', attrelid::regclass, attname, privilege_type) from pg_attribute, aclexplode(attacl)
      where grantee = ${role}::regrole
    order by 1
  `.execute(database);
  return rows;
}

test('what a restore has lost of rights and policies is set again, and nothing where all is there', async () => {
  const complete = await rightsOf(db, DEFAULT_TENANT_ROLE);
  assert.ok(complete.length > 80, String(complete.length));
  await applyTenantRights(db, DEFAULT_TENANT_ROLE);
  assert.equal(await applyTenantRights(db, DEFAULT_TENANT_ROLE), false);
  await sql`drop policy own_tenant on site`.execute(db);
  await sql`revoke all on all tables in schema public from lonja_tenant`.execute(db);
  await sql`alter table api_key disable row level security`.execute(db);
  assert.equal(await applyTenantRights(db, DEFAULT_TENANT_ROLE), true);
  assert.deepEqual(await rightsOf(db, DEFAULT_TENANT_ROLE), complete);
  const { rows } = await sql`select relrowsecurity from pg_class where relname = 'api_key'`.execute(db);
  assert.deepEqual(rows, [{ relrowsecurity: true }]);
});

test('a hole that somebody has made is closed at the next start', async () => {
  await applyTenantRights(db, DEFAULT_TENANT_ROLE);
  await sql`create policy hole on site to lonja_tenant using (true)`.execute(db);
  assert.equal(await applyTenantRights(db, DEFAULT_TENANT_ROLE), true);
  const { rows } = await sql`select policyname from pg_policies where tablename = 'site'`.execute(db);
  assert.deepEqual(rows, [{ policyname: 'own_tenant' }]);
});

test('an owner without rights works with a role that an administrator has made, and without it the message says how to make it', async () => {
  const { owner, url: owned } = await createOwnedDatabase();
  await assert.rejects(prepareDatabase(owned, { tenantRole: `${owner}_tenant`, logger }), {
    name: 'OperatorError',
    message: new RegExp(`create role "${owner}_tenant" nologin; grant "${owner}_tenant" to "${owner}";$`),
  });
  const tenantRole = await createTenantRole(owner);
  await prepareDatabase(owned, { tenantRole, logger });
  const pool = openDatabase(owned, { maxConnections: 1 });
  const { rows } = await withTenant(pool, '00000000-0000-0000-0000-000000000000', (tx) =>
    sql<{ role: string; tenants: number }>`
      select current_user as role, (select count(*)::integer from tenant) as tenants`.execute(tx),
  );
  assert.deepEqual(rows, [{ role: tenantRole, tenants: 0 }]);
  assert.deepEqual(await listOtherUses(pool, tenantRole), []);
  assert.deepEqual(await listOtherUses(db, tenantRole), [owner]);
  await pool.destroy();
});

test('two installations on a server have roles that the other cannot take', async () => {
  const [one, other] = [await createOwnedDatabase(), await createOwnedDatabase()];
  const roleOfOther = await createTenantRole(other.owner);
  await assert.rejects(
    prepareDatabase(one.url, { tenantRole: roleOfOther, logger }),
    /may not take the role/,
  );
});

test('what is wrong with a database is one sentence', async () => {
  const { owner, url: owned } = await createOwnedDatabase();
  const changed = (change: (address: URL) => void) => {
    const address = new URL(owned);
    change(address);
    return address.href;
  };
  const faults: [string, RegExp][] = [
    [changed((address) => (address.password = 'wrong')), /refuses the user or the password/],
    [
      changed((address) => (address.pathname = '/nowhere')),
      /There is no database 127\.0\.0\.1:\d+\/nowhere; make it/,
    ],
    [
      changed((address) => (address.port = '1')),
      /The database 127\.0\.0\.1:1\/\S+ cannot be reached \(ECONNREFUSED\)/,
    ],
    [changed((address) => (address.hostname = 'no.such.host.invalid')), /cannot be looked up|is not known/],
  ];
  for (const [address, message] of faults) {
    await assert.rejects(prepareDatabase(address, { tenantRole: owner, logger }), {
      name: 'OperatorError',
      message,
    });
  }
  await assert.rejects(
    prepareDatabase(owned, { tenantRole: owner, logger, emptyText: 'It is empty.' }),
    /It is empty/,
  );
});

test('a database of a newer version is refused', async () => {
  await sql`insert into kysely_migration (name, timestamp) values ('9999-newer', '')`.execute(db);
  await assert.rejects(
    prepareDatabase(url, { tenantRole: DEFAULT_TENANT_ROLE, logger }),
    /A newer version of Lonja has changed this database \(9999-newer\); run that version/,
  );
  await sql`delete from kysely_migration where name = '9999-newer'`.execute(db);
  assert.deepEqual(await migrate(db), []);
});
