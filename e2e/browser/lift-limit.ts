import { createClient } from '@lonja/client';

/**
 * Gives a tenant more requests a minute, all pages at once being more than a reader opens: that of `member`, a token of one of its users,
 * or the superadmin's own.
 */
export async function liftLimit(baseUrl: string, superadmin: string, member = superadmin): Promise<void> {
  const { tenant } = await createClient({ baseUrl, credential: member }).account.me();
  const client = createClient({ baseUrl, credential: superadmin });
  await client.platform.setTenantLimit({ id: tenant.id, requests_per_minute: 6000 });
}
