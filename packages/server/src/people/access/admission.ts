import { isReadOnlyFault, unlessReadOnly } from '../../ground/database/database-fault.ts';
import { coalesce } from '../../ground/timing/coalesce.ts';
import { createMemoryWindows } from '../limits/memory-windows.ts';
import { createSweep, decisionOn, type RateLimitDecision } from '../limits/rate-limiter.ts';
import {
  admitRequests,
  type AdmittedRequests,
  readVersions,
  type WantedRequests,
} from '../limits/request-windows.ts';
import type { AuthenticationContext } from './account-context.ts';
import { type Authenticator, USE_PRECISION_MS } from './authenticate.ts';
import { readCredentialVersion } from './identity.ts';
import type { Principal } from './principal.ts';

/** Who makes a request, whether it is one too many, and the data that it may be answered with. */
export interface Admission {
  principal: Principal;
  /** By the limit of the credential, or of its tenant where that one refuses. */
  decision: RateLimitDecision;
  /** Whose limit refuses. */
  limitedBy: 'credential' | 'tenant';
  /** See `readDataVersion`: read after the request came. */
  dataVersion: string;
}

type Outcome = Omit<Admission, 'principal'>;

const WINDOW_MS = 60_000;
/** How often a database that could not be written to is tried again. */
const TRY_TO_WRITE_MS = 1000;
/** What looks whether requests are let in. It is counted like a request. */
const LOOK = {
  credentialId: 'readiness',
  tenantId: 'readiness',
  requestsPerMinute: 100_000,
  tenantRequestsPerMinute: 100_000,
};
/** Each time some credential was changed between looking one up and counting its request. */
const MAX_TRIES = 3;

type Counted = Pick<Principal, 'credentialId' | 'tenantId' | 'requestsPerMinute' | 'tenantRequestsPerMinute'>;

interface Request {
  principal: Counted;
  /** Of the credentials when the principal was looked up; null: whatever it is. */
  version: string | null;
}

/** What lets requests in. */
export interface Gate {
  /** Finds whom a header identifies and counts the request. Throws `invalid_token`. */
  admit(authorization: string | undefined): Promise<Admission>;
  /** Passes as a request does, and rejects where none gets in. */
  look(): Promise<void>;
}

/**
 * One statement for all requests that wait together counts them for credential and tenant, exact over all processes, and finds whether what
 * is cached of the credentials still holds. While the database can only be read, each process counts its own in memory.
 */
export function createAdmission(context: AuthenticationContext, authenticate: Authenticator): Gate {
  const { clock } = context;
  const credentials = createCredentialMemory(context, authenticate);
  const sweep = createSweep(context);

  const counting = createCounting(context);

  const admit = coalesce(async (requests: Request[]): Promise<(Outcome | undefined)[]> => {
    await unlessReadOnly(sweep());
    const version = requests.findLast(({ principal }) => principal !== LOOK)?.version ?? null;
    // Those of another version are few and are left to ask again.
    const present = requests.filter((request) => request.principal === LOOK || request.version === version);
    const groups = [...Map.groupBy(present, ({ principal }) => principal.credentialId).values()];
    const wanted = groups.map((requestsOfOne) => toWanted(requestsOfOne[0].principal, requestsOfOne.length));
    const window = { windowMs: WINDOW_MS, now: clock.now(), credentials: version };
    const admitted = await counting(wanted, window);
    if (admitted === undefined) return requests.map(() => undefined);
    const admissions = new Map<Request, Outcome>();
    groups.forEach((requestsOfOne, i) => {
      requestsOfOne.forEach((request, place) => {
        const decided = decide(request.principal, place, admitted.outcomes[i]);
        admissions.set(request, { dataVersion: admitted.dataVersion, ...decided });
      });
    });
    return requests.map((request) => admissions.get(request));
  }, 1);

  return {
    async admit(authorization) {
      for (let tries = 1; ; tries++) {
        const known = credentials.find(authorization) ?? (await credentials.learn(authorization));
        const { principal } = known;
        const outcome = await admit({ principal, version: tries < MAX_TRIES ? known.version : null });
        if (outcome !== undefined) return { principal, ...outcome };
        credentials.forget(authorization);
      }
    },
    async look() {
      await admit({ principal: LOOK, version: null });
    },
  };
}

/** Counts in the database, or in memory while that can only be read. */
function createCounting({
  db,
}: AuthenticationContext): (
  wanted: readonly WantedRequests[],
  window: Parameters<typeof admitRequests>[2],
) => ReturnType<typeof admitRequests> {
  const windows = createMemoryWindows();
  let readOnlyAt = Number.NEGATIVE_INFINITY;
  return async (wanted, window) => {
    if (performance.now() - readOnlyAt >= TRY_TO_WRITE_MS) {
      try {
        return await admitRequests(db, wanted, window);
      } catch (error) {
        if (!isReadOnlyFault(error)) throw error;
        readOnlyAt = performance.now();
      }
    }
    const { credentials, dataVersion } = await readVersions(db);
    if (window.credentials !== null && window.credentials !== credentials) return undefined;
    return { dataVersion, outcomes: windows.admit(wanted, window) };
  };
}

function toWanted(principal: Counted, wanted: number) {
  return {
    key: `credential ${principal.credentialId}`,
    wanted,
    limit: principal.requestsPerMinute,
    tenant: `tenant ${principal.tenantId}`,
    tenantLimit: principal.tenantRequestsPerMinute,
  };
}

function decide(
  { requestsPerMinute, tenantRequestsPerMinute }: Counted,
  place: number,
  outcome: AdmittedRequests,
): Pick<Admission, 'decision' | 'limitedBy'> {
  const decision = decisionOn(place, { ...outcome, limit: requestsPerMinute, windowMs: WINDOW_MS });
  if (decision.allowed || decision.remaining === 0) return { decision, limitedBy: 'credential' };
  const resetsAt = outcome.tenantOldestAt + WINDOW_MS;
  return {
    decision: {
      allowed: false,
      limit: tenantRequestsPerMinute,
      remaining: 0,
      resetsAt,
      windowMs: WINDOW_MS,
      policy: 'tenant',
    },
    limitedBy: 'tenant',
  };
}

/** Who a header stood for, true as long as the credentials have the version. */
interface RememberedCredential {
  principal: Principal;
  /** See `readCredentialVersion`. */
  version: string;
}

/** Gives who a header stands for without looking it up each time. What it gives is stale until the version has been compared. */
interface CredentialMemory {
  find(authorization: string | undefined): RememberedCredential | undefined;
  /** Looks the header up. Throws `invalid_token`. */
  learn(authorization: string | undefined): Promise<RememberedCredential>;
  forget(authorization: string | undefined): void;
}

const MAX_REMEMBERED = 20_000;

/** Remembers a credential until it is to be looked up again to write down its last use, or until it ends. */
function createCredentialMemory(
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
