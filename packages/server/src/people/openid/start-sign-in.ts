import { buildAuthorizationUrl, calculatePKCECodeChallenge } from 'openid-client';
import { AppError } from '../../ground/errors.ts';
import { getOpenInvitation } from '../invitations/rules.ts';
import {
  type Provider,
  findProviderByDomain,
  findProviderByName,
  findProviderOf,
} from '../providers/providers.ts';
import { connectProvider, type FindMetadata, type OpenIdContext } from './connect-provider.ts';
import { providerFault } from './provider-fault.ts';
import { issueSignInToken, secretsOf } from './sign-in-token.ts';

/** By what a provider is found: its name, the domain of an address, or the token of a mailed invitation. */
export type ProviderSearch = { name: string } | { email: string } | { invitation: string };

export interface StartedSignIn {
  url: string;
  state: string;
  /** For the browser that began it alone. */
  token: string;
}

/** Begins a sign-in: what is found depends on the name or the domain alone, never on whether there is an account. */
export async function startSignIn(
  context: OpenIdContext & { findMetadata: FindMetadata },
  { search, publicUrl }: { search: ProviderSearch; publicUrl: string },
): Promise<StartedSignIn> {
  const { provider, invitationId } = await findProvider(context, search);
  if (provider === undefined) {
    throw new AppError(
      'not_found',
      'No organisation signs in by its own provider with this; use the address that your organisation gave you, or sign in with your password.',
    );
  }
  const redirectUri = redirectUriOf(publicUrl);
  const token = await issueSignInToken(context, { providerId: provider.id, redirectUri, invitationId });
  const { state, nonce, verifier } = secretsOf(token);
  const { issuer, client_id: clientId, scopes } = provider;
  try {
    const client = { issuer, clientId, clientSecret: undefined };
    const metadata = await context.findMetadata(issuer);
    const url = buildAuthorizationUrl(connectProvider(context.fetchProvider, metadata, client), {
      redirect_uri: redirectUri,
      scope: scopes.join(' '),
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, state, token };
  } catch (error) {
    throw unreachable(error);
  }
}

/** The page of the application that a provider sends browsers back to. */
export function redirectUriOf(publicUrl: string): string {
  return `${publicUrl}/sign-in/return`;
}

/** What is answered where a provider cannot be asked before anybody is known. */
export function unreachable(error: unknown): AppError {
  const fault = providerFault(error);
  if (fault === undefined) throw error;
  return new AppError(
    'unavailable',
    `Your organisation's provider cannot be used now. ${fault.text} Try again later, or ask your administrator.`,
    { cause: error },
  );
}

async function findProvider(
  { db, clock }: OpenIdContext,
  search: ProviderSearch,
): Promise<{ provider: Provider | undefined; invitationId: string | undefined }> {
  if ('invitation' in search) {
    return db.transaction().execute(async (tx) => {
      const { id, tenant_id } = await getOpenInvitation(tx, search.invitation, clock.now());
      return { provider: await findProviderOf(tx, tenant_id), invitationId: id };
    });
  }
  const provider = await ('name' in search
    ? findProviderByName(db, search.name)
    : findProviderByDomain(db, domainOf(search.email)));
  return { provider, invitationId: undefined };
}

/** The domain of an e-mail address, lower case. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}
