import type { Product } from '@lonja/forecasting';
import { sql } from 'kysely';
import type { Db } from './database.ts';

/** What a model version is made of: enough to tell whether two versions would forecast the same. */
export type ModelManifest = Record<string, unknown>;

/**
 * The id of the active version of a product, such as `da-2026.11.1`. When the manifest differs from the active version's,
 * that version ends at `now` and a new one begins, numbered within its month.
 */
export async function activateModelVersion(
  db: Db,
  version: { product: Product; manifest: ModelManifest; now: number },
): Promise<string> {
  const { product, now } = version;
  const manifest = JSON.stringify(version.manifest);
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`model-version ${product}`}, 0))`.execute(tx);
    const active = await tx
      .selectFrom('model_version')
      .select(['id', sql<boolean>`manifest = ${manifest}::jsonb`.as('same')])
      .where('product', '=', product)
      .where('active_to', 'is', null)
      .executeTakeFirst();
    if (active?.same === true) return active.id;
    const month = new Date(now).toISOString().slice(0, 7).replace('-', '.');
    const prefix = `${product}-${month}.`;
    const { count } = await tx
      .selectFrom('model_version')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('id', 'like', `${prefix}%`)
      .executeTakeFirstOrThrow();
    const id = `${prefix}${Number(count) + 1}`;
    const activeFrom = new Date(now);
    await tx
      .updateTable('model_version')
      .set({ active_to: activeFrom })
      .where('product', '=', product)
      .where('active_to', 'is', null)
      .execute();
    await tx.insertInto('model_version').values({ id, product, manifest, active_from: activeFrom }).execute();
    return id;
  });
}
