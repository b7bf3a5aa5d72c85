import type { Db } from './database.ts';

export async function findTenantName(tx: Db, id: string): Promise<string> {
  const { name } = await tx
    .selectFrom('tenant')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return name;
}
