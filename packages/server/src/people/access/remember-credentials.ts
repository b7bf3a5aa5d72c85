import { coalesce } from '../../ground/timing/coalesce.ts';
import { readCredentialVersion } from './identity.ts';
import { type AuthenticationContext, type Authenticator, USE_PRECISION_MS } from './authenticate.ts';
import type { Principal } from './principal.ts';

/** Who a header stood for, true as long as the credentials have the version. */
export interface RememberedCredential {
  principal: Principal;
  /** See `readCredentialVersion`. */
  version: string;
}

/** Gives who a header stands for without looking it up each time. What it gives is stale until the version has been compared. */
export interface CredentialMemory {
  find(authorization: string | undefined): RememberedCredential | undefined;
  /** Looks the header up. Throws `invalid_token`. */
  learn(authorization: string | undefined): Promise<RememberedCredential>;
  forget(authorization: string | undefined): void;
}

const MAX_REMEMBERED = 20_000;

/** Remembers a credential until it is to be looked up again to write down its last use, or until it ends. */
export function createCredentialMemory(
  { db, clock }: AuthenticationContext,
  authenticate: Authenticator,
): CredentialMemory {
  const remembered = new Map<string, RememberedCredential & { from: number; until: number }>();
  const readVersion = coalesce(async (calls: null[]) => {
    const version = await readCredentialVersion(db);
    return calls.map(() => version);
  });
  return {
    find(authorization) {
      const credential = authorization === undefined ? undefined : remembered.get(authorization);
      if (authorization === undefined || credential === undefined) return undefined;
      const now = clock.now();
      if (now >= credential.from && now < credential.until) return credential;
      remembered.delete(authorization);
      return undefined;
    },
    async learn(authorization) {
      // Read first: a change between the two makes what is learnt stale at once, never too old.
      const version = await readVersion(null);
      const principal = await authenticate(authorization);
      const from = clock.now();
      const until = Math.min(from + USE_PRECISION_MS, principal.expiresAt ?? Number.POSITIVE_INFINITY);
      const credential = { principal, version, from, until };
      if (authorization === undefined) return credential;
      for (const oldest of remembered.keys()) {
        if (remembered.size < MAX_REMEMBERED) break;
        remembered.delete(oldest);
      }
      remembered.set(authorization, credential);
      return credential;
    },
    forget(authorization) {
      if (authorization !== undefined) remembered.delete(authorization);
    },
  };
}
