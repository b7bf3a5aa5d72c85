import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import type { DebianPostgres } from '../debian-postgres.ts';

const run = promisify(execFile);

/** Makes an empty database on a server and gives its address. */
export async function createDatabase({ url }: DebianPostgres, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** Writes what pg_dump gives of the service's database into a file. */
export async function dumpDatabase({ url, version }: DebianPostgres, file: string): Promise<void> {
  await run(`/usr/lib/postgresql/${version}/bin/pg_dump`, ['--format=custom', `--file=${file}`, url]);
}

export async function loadDump(
  { version }: DebianPostgres,
  file: string,
  databaseUrl: string,
): Promise<void> {
  await run(`/usr/lib/postgresql/${version}/bin/pg_restore`, [
    `--dbname=${databaseUrl}`,
    '--exit-on-error',
    file,
  ]);
}
