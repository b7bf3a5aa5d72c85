import type { ErrorCode } from '../errors.ts';
import { prefersToJson } from './accept.ts';
import type { ErrorBody, Problem } from './error.ts';

export const PROBLEM_TYPE = 'application/problem+json';

/** Whether a caller asks for errors in the form of RFC 9457. */
export function wantsProblem(accept: string | undefined): boolean {
  return prefersToJson(accept, PROBLEM_TYPE);
}

/** An error as RFC 9457 writes it, with what our own form has beside it. */
export function toProblem({ detail, status, request_id }: ErrorBody, error: ErrorCode): Problem {
  const isList = Array.isArray(detail);
  return {
    type: `/docs/errors#${error.toLowerCase()}-${status}`,
    title: TITLES[error],
    status,
    detail: isList ? detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join(' ') : detail,
    instance: `urn:uuid:${request_id}`,
    error,
    request_id,
    ...(isList && { errors: detail }),
  };
}

const UNAUTHORIZED = 'The credential is missing or not valid';

/** The same for every occurrence of a code. */
const TITLES: Record<ErrorCode, string> = {
  INVALID_SESSION: 'There is no such intraday session',
  INVALID_DATE_FORMAT: 'The date is missing or malformed',
  UNAUTHORIZED,
  SESSION_NOT_AVAILABLE: 'There is no forecast of this session',
  FORECAST_NOT_AVAILABLE: 'There is no forecast of this day',
  invalid_parameters: 'A parameter is missing, malformed or out of range',
  invalid_request: 'The request is malformed',
  unknown_parameter: 'The parameter is not known',
  unauthorized: UNAUTHORIZED,
  invalid_token: UNAUTHORIZED,
  invalid_credentials: 'Address, password or code is wrong',
  invalid_client: 'The client or its secret is not accepted',
  invalid_scope: 'The client cannot be given this scope',
  unsupported_grant_type: 'The grant is not known',
  insufficient_scope: 'The credential does not allow this',
  address_not_allowed: 'The API key may not be used from this network address',
  sign_in_refused: 'This way to sign in is not open to the person',
  no_actuals_available: 'There are no prices yet to compare with',
  not_found: 'There is no such thing',
  method_not_allowed: 'The path does not have this method',
  conflict: 'The state of the record does not allow this',
  idempotency_key_reused: 'The Idempotency-Key was sent with another request',
  idempotency_key_in_use: 'The request with this Idempotency-Key is still being carried out',
  payload_too_large: 'The body is too large',
  validation_error: 'A field is missing, of the wrong type or out of range',
  rate_limited: 'Too many requests',
  internal_error: 'The service failed',
  read_only: 'The service can only be read now',
  unavailable: 'The service cannot answer now',
};
