import { timingSafeEqual } from 'node:crypto';
import { authorizationCodeGrant } from 'openid-client';
import { AppError } from '../../ground/errors.ts';
import { isSecondFactorRight } from '../factors/check-otp.ts';
import { codeKey, guardedAttempt } from '../access/guarded-attempt.ts';
import { type DeviceTokens, findKnownDevice } from '../access/known-device.ts';
import { type Provider, findProvider, recordProof } from '../providers/providers.ts';
import { type SessionOrigin, type SignedIn, startSession } from '../sessions/rules.ts';
import { findTenant } from '../tenants/store.ts';
import { ownerOf } from '../users/session-user.ts';
import { type User, findUser } from '../users/store.ts';
import { admitPerson, refused } from './admit-person.ts';
import { openSecret } from './change-provider.ts';
import { connectProvider, type FindMetadata, type OpenIdContext } from './connect-provider.ts';
import { useSignInUp } from './linked-identities.ts';
import { providerFault } from './provider-fault.ts';
import { type Claims, readClaims } from './read-claims.ts';
import {
  type BegunSignIn,
  issueCodeToken,
  readCodeToken,
  readSignInToken,
  secretsOf,
} from './sign-in-token.ts';
import { unreachable } from './start-sign-in.ts';

/** A session, or a token of who owes a code of the second factor first. */
export type FinishedSignIn = { signedIn: SignedIn } | { codeToken: string };

type FlowContext = OpenIdContext & { findMetadata: FindMetadata };
type Person = SessionOrigin & { deviceTokens: DeviceTokens | undefined };

/**
 * Ends a sign-in with what the provider sent back: `query` of the address, as it came. It works once, and in the browser that began it alone.
 */
export async function finishSignIn(
  context: FlowContext,
  input: Person & { query: URLSearchParams; token: string | undefined },
): Promise<FinishedSignIn> {
  const { query, token } = input;
  const begun = token === undefined ? undefined : await readSignInToken(context, token);
  if (token === undefined || begun === undefined || !isEqual(query.get('state'), secretsOf(token).state)) {
    throw overError();
  }
  const provider = await findProvider(context.db, begun.providerId);
  if (provider === undefined) throw overError();
  try {
    await useUp(context, provider, begun);
    const claims = await exchange(context, provider, { ...input, token, begun });
    const user = await context.db.transaction().execute(async (tx) => {
      const now = context.clock.now();
      const { address } = input;
      const { invitationId } = begun;
      const found = await admitPerson(tx, { provider, claims, invitationId, address, now });
      await recordProof(tx, { id: provider.id, now });
      return found;
    });
    const tenant = await findTenant(context.db, user.tenant_id);
    if (tenant?.requires_second_factor === true && user.totp_enabled) {
      return { codeToken: await issueCodeToken(context, ownerOf(user)) };
    }
    return { signedIn: await enter(context, user, input, { hasSentCode: false }) };
  } catch (error) {
    if (error instanceof AppError) keepFailure(context, provider, input.address, error);
    throw error;
  }
}

/** Ends the sign-in of somebody whose tenant demands a second factor of its own. */
export async function confirmSignIn(
  context: FlowContext,
  input: Person & { token: string | undefined; otp: string },
): Promise<SignedIn> {
  const claims = input.token === undefined ? undefined : await readCodeToken(context, input.token);
  const user = claims && (await findUser(context.db, claims.userId));
  if (user === undefined || user.token_version !== claims?.tokenVersion || !user.active) throw overError();
  await guardedAttempt(context, codeKey(user.id), async () => {
    const owner = { tenantId: user.tenant_id, userId: user.id };
    if (await isSecondFactorRight(context, owner, input.otp)) return { isRight: true, value: undefined };
    const message =
      'Send the current code of your authenticator, or a recovery code, as otp; each code works once.';
    return { isRight: false, error: new AppError('invalid_credentials', message) };
  });
  return enter(context, user, input, { hasSentCode: true });
}

async function useUp(
  { db, clock }: FlowContext,
  { tenant_id: tenantId }: Provider,
  { id, expiresAt }: BegunSignIn & { expiresAt: number },
): Promise<void> {
  if (!(await useSignInUp(db, { id, tenantId, expiresAt, now: clock.now() }))) throw overError();
}

/** Exchanges the code for the claims of the person, and checks whatever can be checked of them. */
async function exchange(
  { fetchProvider, findMetadata, sealer }: FlowContext,
  provider: Provider,
  { begun, query, token }: { begun: BegunSignIn; query: URLSearchParams; token: string },
): Promise<Claims> {
  const { issuer, client_id: clientId } = provider;
  const clientSecret = openSecret({ sealer }, provider);
  const { state, nonce, verifier } = secretsOf(token);
  const answer = new URL(begun.redirectUri);
  answer.search = query.toString();
  try {
    const metadata = await findMetadata(issuer);
    const config = connectProvider(fetchProvider, metadata, { issuer, clientId, clientSecret });
    const tokens = await authorizationCodeGrant(config, answer, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    return await readClaims(config, provider, tokens);
  } catch (error) {
    const fault = providerFault(error);
    if (fault === undefined || fault.isAway) throw unreachable(error);
    throw new AppError('sign_in_refused', `${fault.text} Try again, or ask your administrator.`, {
      cause: error,
    });
  }
}

async function enter(
  context: FlowContext,
  user: User,
  { deviceTokens, ...origin }: Person,
  { hasSentCode }: { hasSentCode: boolean },
): Promise<SignedIn> {
  const deviceId = await findKnownDevice(context, { email: user.email, tokenOf: deviceTokens });
  const signedIn = await startSession(context, ownerOf(user), origin);
  await context.security.keep({
    action: 'sign_in.succeeded',
    tenantId: user.tenant_id,
    userId: user.id,
    target: { type: 'user', id: user.id },
    address: origin.address,
    details: {
      device: deviceId === undefined ? 'new' : 'known',
      second_factor: hasSentCode,
      by: 'identity provider',
    },
  });
  return signedIn;
}

/** What the tenant's administrators read in the audit where a sign-in fails. */
function keepFailure(
  { security }: FlowContext,
  { tenant_id: tenantId }: Provider,
  address: string,
  error: AppError,
): void {
  security.keepCounted({
    action: 'sign_in.failed',
    tenantId,
    address,
    details: { by: 'identity provider', reason: error.message },
  });
}

function overError(): AppError {
  return refused(
    'This sign-in has ended, was used already, or was begun in another browser; sign in again from the start.',
  );
}

function isEqual(a: string | null, b: string): boolean {
  const [left, right] = [Buffer.from(a ?? ''), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
