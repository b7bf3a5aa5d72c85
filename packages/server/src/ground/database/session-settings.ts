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

/**
 * Makes the written form the default of this role in this database where it is not: a pooler passes on no options, so sessions behind one
 * have the defaults alone. Throws OperatorError where the role may not do so.
 */
export async function keepWrittenForm(databaseUrl: string): Promise<void> {
  // Without options, as behind a pooler.
  const client = await connectHost({ connectionString: databaseUrl });
  try {
    const { rows } = await client.query<{ name: string; setting: string; database: string }>(
      'select name, setting, current_database() as database from pg_settings where name = any ($1)',
      [Object.keys(WRITTEN_FORM)],
    );
    for (const { name, wanted, setting, database } of rows.flatMap(differing)) {
      const change = `set ${name} = ${pg.escapeLiteral(wanted)}`;
      const place = `in database ${pg.escapeIdentifier(database)}`;
      await client.query(`alter role current_user ${place} ${change}`).catch((cause: unknown) => {
        throw new OperatorError(
          `The database writes values in a form of its own (${name} is ${setting}); let an administrator run "alter role ... ${place} ${change}" for the user of DATABASE_URL.`,
          { cause },
        );
      });
    }
  } finally {
    await client.end();
  }
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
