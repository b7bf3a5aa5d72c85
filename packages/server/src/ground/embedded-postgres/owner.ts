import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** The role that the service works with: it owns its database, and what it can do ends there. */
export const OWNER = 'lonja';
const DATABASE = 'lonja';

/** Number of the advisory lock that makes processes which start at once prepare the owner one after the other. */
const PREPARING_LOCK = 7_205_759_402;
const LOCK_TIMEOUT_MS = 500;
const TRIES = 20;
const PAUSE_MS = 250;

/** The owner's password, derived from the administrator's, which cannot be computed from it. */
export function ownerPassword(adminPassword: string): string {
  return createHmac('sha256', adminPassword).update('owner of the database').digest('base64url');
}

/**
 * Makes the owner and its database where they are missing. A database of before, which the administrator owned with all that is in it, is
 * handed over; processes that work on it go on.
 */
export async function prepareOwner(
  urlOn: (database: string) => string,
  { password }: { password: string },
): Promise<void> {
  await whileOthersWait(urlOn('postgres'), async (client) => {
    const { rows } = await client.query<{ role: boolean; owner: string | null }>(
      `select exists (select from pg_roles where rolname = $1) as role,
        (select pg_get_userbyid(datdba) from pg_database where datname = $2) as owner`,
      [OWNER, DATABASE],
    );
    const [{ role, owner }] = rows;
    if (!role) await client.query(`create role ${OWNER} login createdb createrole password '${password}'`);
    if (owner === null) await client.query(`create database ${DATABASE} owner ${OWNER}`);
    else if (owner !== OWNER) await client.query(`alter database ${DATABASE} owner to ${OWNER}`);
  });
  await whileOthersWait(urlOn(DATABASE), handOver);
}

/** Makes everything in the database the owner's, and lets it take and grant the roles that were made for it. */
async function handOver(client: pg.Client): Promise<void> {
  await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
  for (let tries = 1; ; tries++) {
    const { rows } = await client.query<{ statement: string }>(STATEMENTS, [OWNER]);
    try {
      for (const { statement } of rows) await client.query(statement);
      return;
    } catch (error) {
      // Somebody reads a table just now. What was handed over stays so.
      if (tries >= TRIES || !(error instanceof pg.DatabaseError) || error.code !== '55P03') throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/** What is left to hand over: schemas, tables with what belongs to them, types, functions, roles. Nothing where all is done. */
const STATEMENTS = `
  with foreign_schema as (
    select oid, nspname from pg_namespace
    where nspname <> 'information_schema' and nspname !~ '^pg_'
  ), owner as (select oid from pg_roles where rolname = $1)
  select format('alter schema %I owner to %I', nspname, $1) as statement, 1 as step
  from pg_namespace
  where oid in (select oid from foreign_schema) and nspowner <> (select oid from owner)
  union all
  select format('alter table %s owner to %I', class.oid::regclass, $1), 2
  from pg_class as class
  where relnamespace in (select oid from foreign_schema) and relowner <> (select oid from owner)
    and (relkind in ('r', 'p', 'v', 'm') or relkind = 'S' and not exists (
      -- The sequence of a column goes with its table.
      select from pg_depend
      where classid = 'pg_class'::regclass and objid = class.oid and refclassid = 'pg_class'::regclass
        and deptype in ('a', 'i')))
  union all
  select format('alter type %s owner to %I', type.oid::regtype, $1), 3
  from pg_type as type
  where typnamespace in (select oid from foreign_schema) and typowner <> (select oid from owner)
    and typtype in ('e', 'd')
  union all
  select format('alter routine %s owner to %I', routine.oid::regprocedure, $1), 4
  from pg_proc as routine
  where pronamespace in (select oid from foreign_schema) and proowner <> (select oid from owner)
  union all
  select format('grant %I to %I with admin option', rolname, $1), 5
  from pg_roles
  where not rolsuper and not rolcanlogin and rolname !~ '^pg_'
    and not exists (
      select from pg_auth_members
      where roleid = pg_roles.oid and member = (select oid from owner) and admin_option)
  order by step`;

/** Works on a connection of its own. The lock is the database's and ends with the connection. */
async function whileOthersWait(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [PREPARING_LOCK]);
    await work(client);
  } finally {
    await client.end();
  }
}
