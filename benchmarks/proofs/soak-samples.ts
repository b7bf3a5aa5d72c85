import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Db } from '../../packages/server/src/ground/database/database.ts';

/** What the installation took at one moment. */
export interface Sample {
  /** ms of `performance.now()`. */
  at: number;
  memoryMb: number;
  files: number;
  connections: number;
  /** Of each table with its indexes and partitions, MB. */
  tables: ReadonlyMap<string, number>;
}

export async function takeSample(db: Db, pid: number): Promise<Sample> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const connections = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity where datname = current_database()`.execute(db);
  const tables = await sql<{ name: string; mb: number }>`
    select coalesce(parent.relname, own.relname) as name, sum(pg_total_relation_size(own.oid))::float8 / 1e6 as mb
    from pg_class own
    left join pg_inherits on inhrelid = own.oid left join pg_class parent on parent.oid = inhparent
    where own.relkind = 'r' and own.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
    group by 1`.execute(db);
  return {
    at: performance.now(),
    memoryMb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
    files: (await readdir(`/proc/${pid}/fd`)).length,
    connections: connections.rows[0].count,
    tables: new Map(tables.rows.map(({ name, mb }) => [name, mb])),
  };
}

/** How fast a table grew from the first sample to the last, MB an hour; negative where rows were deleted and their room given back. */
export function growth(samples: readonly Sample[], table: string): number {
  const [first, last] = [samples[0], samples.at(-1) ?? samples[0]];
  const hours = (last.at - first.at) / 3_600_000;
  return ((last.tables.get(table) ?? 0) - (first.tables.get(table) ?? 0)) / hours;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
