import { LonjaError } from '@lonja/client';

/** A call that cannot be answered as it is, in a sentence that says how to correct it. */
export class CallFault extends Error {}

/** What an assistant reads of a failure: what it was, and what to do next. */
export function describeFailure(error: unknown): string {
  if (error instanceof CallFault) return error.message;
  if (!(error instanceof LonjaError)) {
    return 'The tool failed for a reason of its own: call again, and tell the operator of the service if it goes on.';
  }
  const request = error.request_id === '' ? '' : ` (request ${error.request_id})`;
  return `${error.error}: ${error.message} ${remedyOf(error)}${request}`;
}

function remedyOf({ status, retryAfterMs }: LonjaError): string {
  if (status === 0) return 'The service cannot be reached: check its address and whether it runs.';
  if (status === 401)
    return 'Send a valid API key: Authorization: Bearer svc_..., for "lonja mcp" in LONJA_API_KEY.';
  if (status === 403)
    return 'Use an API key whose scopes, role and products allow this, or ask an admin for one.';
  if (status === 404) return 'Ask for another day or product; get_status tells the newest forecasts.';
  if (status === 429) return `Wait ${Math.ceil((retryAfterMs ?? 60_000) / 1000)} seconds, then call again.`;
  if (status >= 500) return 'Call again in a minute; get_status tells whether the service is ready.';
  return 'Correct the argument that is named and call again.';
}
