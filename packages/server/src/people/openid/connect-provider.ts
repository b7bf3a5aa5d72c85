import { LRUCache } from 'lru-cache';
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
  type ServerMetadata,
} from 'openid-client';
import type { AccountContext } from '../access/account-context.ts';
import { OtherIssuerError } from './provider-fault.ts';

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

/** How a client is known to its provider. */
export interface ProviderClient {
  issuer: string;
  clientId: string;
  /** Undefined: the client has none. */
  clientSecret: string | undefined;
}

/** Of a whole exchange; each request is bounded by the fetch itself. */
const TIMEOUT_S = 15;
const METADATA_KEPT_MS = 60_000;
const METADATA_KEPT = 1000;

/** Gives what an issuer publishes of itself. Throws where that cannot be read or is of another issuer. */
export type FindMetadata = (issuer: string) => Promise<ServerMetadata>;

export async function readMetadata(fetch: ProviderFetch, issuer: string): Promise<ServerMetadata> {
  const found = await discovery(new URL(issuer), 'metadata', undefined, None(), {
    ...(isPlain(issuer) && { execute: [allowInsecureRequests] }),
    [customFetch]: fetchOf(fetch),
    timeout: TIMEOUT_S,
  });
  const metadata = found.serverMetadata();
  // The library lets Microsoft's addresses of many organisations stand for any of them.
  if (URL.parse(metadata.issuer)?.href !== new URL(issuer).href) {
    throw new OtherIssuerError('the metadata are of another issuer');
  }
  return metadata;
}

/** Reads the metadata of an issuer once a minute at most: who starts sign-ins without number does not make the service ask without number. */
export function createMetadataFinder(fetch: ProviderFetch): FindMetadata {
  const kept = new LRUCache<string, ServerMetadata>({
    max: METADATA_KEPT,
    ttl: METADATA_KEPT_MS,
    fetchMethod: (issuer) => readMetadata(fetch, issuer),
  });
  return (issuer) => kept.forceFetch(issuer);
}

/**
 * A client for one exchange with a provider. It has no keys from before: those of a provider that has just changed them are read anew, and
 * the signature of the ID token is checked although it comes from the provider itself.
 */
export function connectProvider(
  fetch: ProviderFetch,
  metadata: ServerMetadata,
  { issuer, clientId, clientSecret }: ProviderClient,
): Configuration {
  const config = new Configuration(metadata, clientId, undefined, clientAuth(metadata, clientSecret));
  config[customFetch] = fetchOf(fetch);
  config.timeout = TIMEOUT_S;
  if (isPlain(issuer)) allowInsecureRequests(config);
  enableNonRepudiationChecks(config);
  return config;
}

/** In the form where that is possible: how odd characters are written in the header is read differently by providers. */
function clientAuth(
  { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] }: ServerMetadata,
  secret: string | undefined,
): ClientAuth {
  if (secret === undefined) return None();
  return methods.includes('client_secret_post') ? ClientSecretPost(secret) : ClientSecretBasic(secret);
}

/** Whether an issuer is asked without TLS; the fetch allows that for origins that the operator has named alone. */
function isPlain(issuer: string): boolean {
  return issuer.startsWith('http:');
}

function fetchOf(fetch: ProviderFetch): NonNullable<Configuration[typeof customFetch]> {
  return (url, { body, ...request }) => fetch(url, { ...request, body: textOf(body) });
}

/** Whatever the flow sends is a form. */
function textOf(body: unknown): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (body instanceof URLSearchParams) return body.toString();
  if (typeof body === 'string') return body;
  throw new TypeError('A request to a provider has a body that is no form.');
}
