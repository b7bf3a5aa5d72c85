import { sql } from 'kysely';
import type { Db } from '../../packages/server/src/ground/database/database.ts';

export interface TableSize {
  name: string;
  rows: number;
  bytes: number;
}

/** Rows and bytes, with indexes, of every table; the observations by kind, with bytes by their share of the rows. */
export async function measureTables(db: Db): Promise<TableSize[]> {
  const { rows: tables } = await sql<TableSize>`
    select coalesce(inhparent::regclass, c.oid::regclass)::text as name, sum(greatest(reltuples, 0))::float8 as rows,
      sum(pg_total_relation_size(c.oid))::float8 as bytes
    from pg_class c left join pg_inherits on inhrelid = c.oid
    where relkind = 'r' and relnamespace = 'public'::regnamespace
    group by 1 order by 3 desc`.execute(db);
  const { rows: kinds } = await sql<{ name: string; rows: number }>`
    select case when series ~ '^(load|wind|solar)[.]model$' then 'own forecasts of load, wind, sun'
        when series ~ '[.]model$' and series !~ 'dayahead' then 'own forecasts of plants, exchange'
        else 'published values' end as name,
      count(*)::float8 as rows
    from observation join feed on feed.id = feed_id group by 1 order by 1`.execute(db);
  return tables.flatMap((table) => {
    if (table.name !== 'observation') return [table];
    const all = kinds.reduce((sum, { rows }) => sum + rows, 0);
    return kinds.map(({ name, rows }) => ({
      name: `observation: ${name}`,
      rows,
      bytes: (table.bytes * rows) / all,
    }));
  });
}

export async function databaseBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database())::float8 as bytes`.execute(db);
  return rows[0].bytes;
}

/** Years of what is kept for a shorter time than ten years; `RETENTION_*` of docs/configuration.md. */
const KEPT_YEARS: Record<string, number> = {
  shadow_run: 400 / 365,
  forecast_contribution: 1100 / 365,
  webhook_delivery: 0,
  event: 0,
  notification: 0,
};

interface Measured {
  tables: TableSize[];
  bytes: number;
}

/** The tables of a megabyte and more, and what ten years of them would take with the retention of the defaults. */
export function sizesSection({
  years,
  before,
  after,
}: {
  years: number;
  before: Measured;
  after: Measured;
}): string {
  const mb = (bytes: number) => (bytes / 1e6).toFixed(1);
  const tenYearsOf = ({ name, bytes }: TableSize) => {
    const kept = KEPT_YEARS[name] ?? 10;
    // What is kept for days or months is as much after three years as after ten.
    return kept <= years ? bytes : (bytes * kept) / years;
  };
  const rows = after.tables
    .filter(({ bytes }) => bytes >= 1e6)
    .map((table) => {
      const was = before.tables.find(({ name }) => name === table.name);
      return `| ${table.name} | ${was?.rows ?? ''} | ${was ? mb(was.bytes) : ''} | ${table.rows} | ${mb(table.bytes)} | ${Math.round(table.bytes / table.rows)} | ${mb(table.bytes / years)} | ${mb(tenYearsOf(table))} |`;
    });
  const ten = after.tables.reduce((sum, table) => sum + tenYearsOf(table), 0);
  const rest = after.bytes - after.tables.reduce((sum, { bytes }) => sum + bytes, 0);
  return `## Size

Megabytes (1e6 bytes) with indexes, before and after a tidy-up with the defaults. Ten years:
by what each year takes and how long it is kept.

| table | rows before | MB | rows after | MB | bytes a row | MB a year | MB in ten years |
|---|---:|---:|---:|---:|---:|---:|---:|
${rows.join('\n')}

The database: ${mb(before.bytes)} MB before, **${mb(after.bytes)} MB** after. Ten years by this: **${((ten + rest) / 1e9).toFixed(2)} GB**.
`;
}
