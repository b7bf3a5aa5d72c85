import type { AccountContext } from '../access/account-context.ts';

/** Asks a provider, whose address a tenant chose; see `createVettedFetch`. */
export type ProviderFetch = (
  url: string,
  options: { method: string; headers: Record<string, string>; body?: string | undefined },
) => Promise<Response>;

/** What signing in by a tenant's provider needs of the running service. */
export interface OpenIdContext extends AccountContext {
  fetchProvider: ProviderFetch;
  /** Where callers reach the service, without a slash at its end; absent: at the address that they ask. */
  publicUrl?: string | undefined;
}
