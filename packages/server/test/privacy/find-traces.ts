import { sql } from 'kysely';
import type { Db } from '../../src/ground/database/database.ts';

/** Columns of the whole database, by the catalogue, that have one of some texts in them, whatever their type: `table.column`. */
export async function findTraces(db: Db, texts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ schema: string; table: string; column: string; type: string }>`
    select table_schema as schema, table_name as table, column_name as column, data_type as type
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
    order by 1, 2, ordinal_position`.execute(db);
  const traces: string[] = [];
  for (const [name, columns] of Map.groupBy(rows, ({ schema, table }) => `${schema}.${table}`)) {
    const counts = columns.map(({ column, type }) => {
      const text =
        type === 'bytea' ? sql`encode(${sql.ref(column)}, 'escape')` : sql`${sql.ref(column)}::text`;
      const hits = texts.map((one) => sql`position(${one.toLowerCase()} in lower(${text})) > 0`);
      return sql`count(*) filter (where ${sql.join(hits, sql` or `)})::integer`;
    });
    const result = await sql<{ counts: number[] }>`
      select array[${sql.join(counts)}] as counts from ${sql.table(name)}`.execute(db);
    columns.forEach(({ table, column }, i) => {
      if (result.rows[0].counts[i] > 0) traces.push(`${table}.${column}`);
    });
  }
  return traces;
}
