import { sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import type { Person, PersonalRows } from './personal-rows.ts';

/** The newest rows of one kind that are about a person, as they are stored, and whether there are more. */
export async function readPersonalRows(
  db: Db,
  { table, of, shown, newest }: PersonalRows,
  person: Person,
  limit: number,
): Promise<{ rows: Record<string, unknown>[]; isCut: boolean }> {
  const columns = sql.join(shown.map((column) => sql.ref(column)));
  const order = newest === undefined ? sql`` : sql`order by ${sql.ref(newest)} desc`;
  const { rows } = await sql<Record<string, unknown>>`
    select ${columns} from ${sql.table(table)} where ${of(person)} ${order} limit ${limit + 1}`.execute(db);
  return { rows: rows.slice(0, limit), isCut: rows.length > limit };
}
