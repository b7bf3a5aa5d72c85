import { createClient } from '@lonja/client';

/** Gives the superadmin's tenant more requests a minute: all pages at once are more than a reader opens. */
export async function liftLimit(baseUrl: string, token: string): Promise<void> {
  const client = createClient({ baseUrl, credential: token });
  const { tenant } = await client.account.me();
  await client.platform.setTenantLimit({ id: tenant.id, requests_per_minute: 6000 });
}
