import { randomUUID } from 'node:crypto';
import type { Locale } from '../../ground/config/locale.ts';
import { insertTenant } from './identity.ts';
import type { IdentityContext } from './identity-context.ts';

export interface CreateTenantInput {
  name: string;
  /** Language of new users; English by default. */
  locale?: Locale;
  /** Market products the tenant may read, such as `es-da`; all of them by default. */
  products?: string[];
}

/** Creates a tenant and gives its id. */
export async function createTenant(context: IdentityContext, input: CreateTenantInput): Promise<string> {
  const id = randomUUID();
  await insertTenant(context.db, {
    id,
    name: input.name,
    locale: input.locale ?? 'en',
    products: input.products,
    now: context.clock.now(),
  });
  return id;
}
