/** What an operator may set of the limits of requests. */
export interface RequestLimits {
  /** Of all credentials of a tenant together, as long as they have the usual limit of 60 each. */
  tenantRequestsPerMinute: number;
  /** Live API keys of a tenant. */
  tenantKeys: number;
  /** Without a credential, or with a wrong one, from one network address to one process. */
  addressRequestsPerMinute: number;
  /** Open at once from one network address to one process; trusted proxies may open any number. */
  addressConnections: number;
}

export const DEFAULT_LIMITS: RequestLimits = {
  tenantRequestsPerMinute: 600,
  tenantKeys: 50,
  addressRequestsPerMinute: 300,
  addressConnections: 500,
};

/** Mean delay of the event loop beyond which a process turns requests away with 503, ms. */
export const MAX_EVENT_LOOP_DELAY_MS = 1000;

/** A request that is not answered by then is answered with 503. */
export const HANDLER_TIMEOUT_MS = 15_000;
