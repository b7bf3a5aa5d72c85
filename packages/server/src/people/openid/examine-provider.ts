import { type ServerMetadata, genericGrantRequest } from 'openid-client';
import { z } from 'zod';
import type { FieldFault } from '../../ground/errors.ts';
import { nearestName } from '../../ground/http/nearest-name.ts';
import {
  connectProvider,
  type ProviderClient,
  type ProviderFetch,
  readMetadata,
} from './connect-provider.ts';
import { isOfTransport, providerFault, refusalOf } from './provider-fault.ts';

/** What was found out about a provider without anybody signing in. */
export interface Examination {
  /** What keeps people from signing in, by the field of the settings that it lies in. */
  faults: { field: string; text: string }[];
  /** Keys that signatures are checked with. */
  signingKeys: number;
  /** Whether the provider takes client id and secret; undefined: it does not say. */
  acceptsClient: boolean | undefined;
}

const keysSchema = z.object({ keys: z.array(z.object({ use: z.string().optional() })).max(1000) });

const NOTHING = { signingKeys: 0, acceptsClient: undefined };

/** Reads what a provider publishes, and asks it with a code that is none whether it takes the client. */
export async function examineProvider(
  fetch: ProviderFetch,
  client: ProviderClient,
  { scopes, redirectUri }: { scopes: readonly string[]; redirectUri: string },
): Promise<Examination> {
  const unfit = issuerFault(client.issuer);
  if (unfit !== undefined) return { ...NOTHING, faults: [{ field: 'issuer', text: unfit }] };
  try {
    const metadata = await readMetadata(fetch, client.issuer);
    const faults = [...metadataFaults(metadata), ...scopeFaults(metadata, scopes)];
    if (metadata.jwks_uri === undefined || metadata.token_endpoint === undefined)
      return { ...NOTHING, faults };
    const signingKeys = await countKeys(fetch, metadata.jwks_uri);
    if (signingKeys === 0) faults.push({ field: 'issuer', text: 'It publishes no key that signs.' });
    const { acceptsClient, text } = await tryClient(fetch, metadata, client, redirectUri);
    if (text !== undefined) faults.push({ field: client.clientSecret ? 'client_secret' : 'client_id', text });
    return { faults, signingKeys, acceptsClient };
  } catch (error) {
    const fault = providerFault(error);
    if (fault === undefined) throw error;
    return { ...NOTHING, faults: [{ field: 'issuer', text: fault.text }] };
  }
}

export function toFieldFaults(faults: Examination['faults']): FieldFault[] {
  return faults.map(({ field, text }) => ({ loc: ['body', field], msg: text, type: 'provider' }));
}

function issuerFault(issuer: string): string | undefined {
  const url = URL.parse(issuer);
  if (url === null) return 'Send an address such as https://login.example.com.';
  if (url.pathname.includes('/.well-known/')) {
    return 'Send the issuer alone, without /.well-known/ and what follows.';
  }
  return url.search !== '' || url.hash !== '' ? 'Send an address without a query and a fragment.' : undefined;
}

function metadataFaults(metadata: ServerMetadata): Examination['faults'] {
  const { response_types_supported: types } = metadata;
  const needed = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;
  const faults = needed
    .filter((name) => metadata[name] === undefined)
    .map((name) => ({ field: 'issuer', text: `Its metadata lack ${name}.` }));
  if (types !== undefined && !types.includes('code')) {
    faults.push({ field: 'issuer', text: 'It does not offer the flow with a code (response type code).' });
  }
  return faults;
}

function scopeFaults({ scopes_supported: known }: ServerMetadata, scopes: readonly string[]) {
  if (known === undefined) return [];
  return scopes
    .filter((scope) => !known.includes(scope))
    .map((scope) => {
      const nearest = nearestName(scope, known);
      const meant = nearest === undefined ? '' : `; did you mean ${nearest}?`;
      return { field: 'scopes', text: `The provider does not know the scope ${scope}${meant}` };
    });
}

async function countKeys(fetch: ProviderFetch, address: string): Promise<number> {
  const answer = await fetch(address, { method: 'GET', headers: { accept: 'application/json' } });
  const read = keysSchema.safeParse(await answer.json().catch(() => undefined));
  return read.success ? read.data.keys.filter(({ use }) => use === undefined || use === 'sig').length : 0;
}

/** A provider that takes the client refuses the code; one that does not refuses the client. */
async function tryClient(
  fetch: ProviderFetch,
  metadata: ServerMetadata,
  client: ProviderClient,
  redirectUri: string,
): Promise<{ acceptsClient: boolean | undefined; text?: string }> {
  try {
    await genericGrantRequest(connectProvider(fetch, metadata, client), 'authorization_code', {
      code: 'not-a-code',
      redirect_uri: redirectUri,
      code_verifier: 'a'.repeat(43),
    });
    return { acceptsClient: undefined };
  } catch (error) {
    if (isOfTransport(error)) throw error;
    const refusal = refusalOf(error);
    if (refusal === 'invalid_client' || refusal === 'unauthorized_client') {
      return { acceptsClient: false, text: providerFault(error)?.text ?? 'The client is not accepted.' };
    }
    return { acceptsClient: refusal === 'invalid_grant' ? true : undefined };
  }
}
