import type { Db } from '../../ground/database/database.ts';

/** When a model version served. Epoch ms. */
export interface ModelVersionSpan {
  id: string;
  activeFrom: number;
  /** Undefined: still active. */
  activeTo: number | undefined;
}

/** Those of the given versions that have served, the first to do so first. */
export async function listModelVersionSpans(db: Db, ids: readonly string[]): Promise<ModelVersionSpan[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('model_version')
    .select(['id', 'active_from', 'active_to'])
    .where('id', 'in', [...ids])
    .where('active_from', 'is not', null)
    .$narrowType<{ active_from: Date }>()
    .orderBy('active_from')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    activeFrom: row.active_from.getTime(),
    activeTo: row.active_to?.getTime(),
  }));
}
