import pg from 'pg';
import { OperatorError } from '../errors.ts';
import { connectHost } from './database-hosts.ts';

/**
 * How sessions write values, whatever the server, the database or the role prefers: values are read as PostgreSQL writes them by
 * default. The zone matters only where a time is made a day without naming one.
 */
export const WRITTEN_FORM = {
  DateStyle: 'ISO,MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  extra_float_digits: '1',
  bytea_output: 'hex',
} as const;

/** Of the written form what PgBouncer keeps for each of its clients, whatever the default of the role. */
export const KEEP_FORM_BEHIND_POOLER = (['DateStyle', 'TimeZone'] as const)
  .map((name) => `set ${name} = '${WRITTEN_FORM[name]}'`)
  .join('; ');

/**
 * Makes the written form the default of this role in this database where it is not: a pooler passes on no options, so sessions behind one
 * have the defaults alone. Sessions of before, which a pooler would lend on, are ended. Throws OperatorError where the role may not do so.
 */
export async function keepWrittenForm(databaseUrl: string): Promise<void> {
  // Without options, as behind a pooler.
  const client = await connectHost({ connectionString: databaseUrl });
  try {
    const { rows } = await client.query<{ name: string; setting: string; database: string }>(
      'select name, setting, current_database() as database from pg_settings where name = any ($1)',
      [Object.keys(WRITTEN_FORM)],
    );
    const changes = rows.flatMap(differing);
    for (const { name, wanted, setting, database } of changes) {
      const change = `set ${name} = ${pg.escapeLiteral(wanted)}`;
      const place = `in database ${pg.escapeIdentifier(database)}`;
      await client.query(`alter role current_user ${place} ${change}`).catch((cause: unknown) => {
        throw new OperatorError(
          `The database writes values in a form of its own (${name} is ${setting}); let an administrator run "alter role ... ${place} ${change}" for the user of DATABASE_URL.`,
          { cause },
        );
      });
    }
    if (changes.length > 0) await endSessions(client);
  } finally {
    await client.end();
  }
}

/** Ends the role's idle sessions in the database, this one last. One that holds a lock is at work, and begun with options of its own. */
async function endSessions(client: pg.Client): Promise<void> {
  await client.query(`
    select pg_terminate_backend(pid) from pg_stat_activity as session
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid() and state = 'idle'
      and not exists (select from pg_locks where pg_locks.pid = session.pid and locktype = 'advisory')`);
  await client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => {});
}

function differing<Row extends { name: string; setting: string }>(row: Row): (Row & { wanted: string })[] {
  const wanted = new Map(Object.entries(WRITTEN_FORM)).get(row.name);
  return wanted === undefined || isSame(row.name, row.setting.replaceAll(' ', ''), wanted)
    ? []
    : [{ ...row, wanted }];
}

/** More digits, and other names of UTC, are as good. */
function isSame(name: string, found: string, wanted: string): boolean {
  if (name === 'extra_float_digits') return Number(found) >= Number(wanted);
  if (name === 'TimeZone') return /^(Etc\/)?(UTC|UCT|Zulu|GMT)$/i.test(found);
  return found === wanted;
}
