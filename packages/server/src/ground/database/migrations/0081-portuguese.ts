import { type Kysely, sql } from 'kysely';

export const locks = ['tenant', 'app_user', 'registration', 'mail_queue'];

/** Portuguese beside English and Spanish. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of locks) {
    const check = sql.id(`${table}_locale_check`);
    await sql`
      alter table ${sql.table(table)}
        drop constraint ${check},
        add constraint ${check} check (locale in ('en', 'es', 'pt'))
    `.execute(db);
  }
}
