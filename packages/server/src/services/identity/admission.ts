import { coalesce } from '../../coalesce.ts';
import { type AdmittedRequests, admitRequests } from '../../store/request-windows.ts';
import type { AuthenticationContext, Authenticator } from './authenticate.ts';
import type { Principal } from './principal.ts';
import { type RateLimitDecision, createSweep, decisionOn } from './rate-limiter.ts';
import { createCredentialMemory } from './remember-credentials.ts';

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

const WINDOW_MS = 60_000;
/** Each time some credential was changed between looking one up and counting its request. */
const MAX_TRIES = 3;

interface Request {
  principal: Principal;
  /** Of the credentials when the principal was looked up; null: whatever it is. */
  version: string | null;
}

/**
 * Finds whom a header identifies and counts the request: one statement for all requests that wait together counts them for credential and
 * tenant, exact over all processes, and finds whether what is cached of the credentials still holds. Throws `invalid_token`.
 */
export function createAdmission(
  context: AuthenticationContext,
  authenticate: Authenticator,
): (authorization: string | undefined) => Promise<Admission> {
  const { db, clock } = context;
  const credentials = createCredentialMemory(context, authenticate);
  const sweep = createSweep(context);

  const admit = coalesce(async (requests: Request[]): Promise<(Admission | undefined)[]> => {
    await sweep();
    const { version } = requests[requests.length - 1];
    // Those of another version are few and are left to ask again.
    const present = requests.filter((request) => request.version === version);
    const groups = [...Map.groupBy(present, ({ principal }) => principal.credentialId).values()];
    const wanted = groups.map((requestsOfOne) => toWanted(requestsOfOne[0].principal, requestsOfOne.length));
    const window = { windowMs: WINDOW_MS, now: clock.now(), credentials: version };
    const admitted = await admitRequests(db, wanted, window);
    if (admitted === undefined) return requests.map(() => undefined);
    const admissions = new Map<Request, Admission>();
    groups.forEach((requestsOfOne, i) => {
      requestsOfOne.forEach((request, place) => {
        const { principal } = request;
        const decided = decide(principal, place, admitted.outcomes[i]);
        admissions.set(request, { principal, dataVersion: admitted.dataVersion, ...decided });
      });
    });
    return requests.map((request) => admissions.get(request));
  }, 1);

  return async (authorization) => {
    for (let tries = 1; ; tries++) {
      const known = credentials.find(authorization) ?? (await credentials.learn(authorization));
      const { principal } = known;
      const admission = await admit({ principal, version: tries < MAX_TRIES ? known.version : null });
      if (admission !== undefined) return admission;
      credentials.forget(authorization);
    }
  };
}

function toWanted(principal: Principal, wanted: number) {
  return {
    key: `credential ${principal.credentialId}`,
    wanted,
    limit: principal.requestsPerMinute,
    tenant: `tenant ${principal.tenantId}`,
    tenantLimit: principal.tenantRequestsPerMinute,
  };
}

function decide(
  { requestsPerMinute, tenantRequestsPerMinute }: Principal,
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
