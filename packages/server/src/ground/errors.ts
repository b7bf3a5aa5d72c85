import type { Reason } from '@lonja/client/reasons';

/** Machine-readable codes of every error that the service answers with; the specification fixes their spelling. */
export type ErrorCode =
  | 'INVALID_SESSION'
  | 'INVALID_DATE_FORMAT'
  | 'UNAUTHORIZED'
  | 'SESSION_NOT_AVAILABLE'
  | 'FORECAST_NOT_AVAILABLE'
  | 'invalid_parameters'
  | 'invalid_request'
  | 'unknown_parameter'
  | 'unauthorized'
  | 'invalid_token'
  | 'invalid_credentials'
  | 'invalid_client'
  | 'invalid_scope'
  | 'unsupported_grant_type'
  | 'insufficient_scope'
  | 'address_not_allowed'
  | 'sign_in_refused'
  | 'no_actuals_available'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'idempotency_key_reused'
  | 'idempotency_key_in_use'
  | 'payload_too_large'
  | 'validation_error'
  | 'rate_limited'
  | 'internal_error'
  | 'read_only'
  | 'unavailable';

/** One fault of a request field, as the 422 body lists them. */
export interface FieldFault {
  loc: string[];
  msg: string;
  type: string;
}

/**
 * An error with an answer for the caller. `message` (or the field faults) goes out; `cause` goes to the log only.
 * `headers` are sent with the reply, for example `Retry-After`.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly faults: FieldFault[] | undefined;
  readonly headers: Record<string, string>;
  /** The message as codes, where it is kept for readers of other languages. */
  readonly reasons: readonly Reason[] | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      cause?: unknown;
      faults?: FieldFault[];
      headers?: Record<string, string>;
      reasons?: readonly Reason[];
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.faults = options.faults;
    this.headers = options.headers ?? {};
    this.reasons = options.reasons;
  }
}

/** A fault of the operator's input (a variable, a file, a command): shown as one message, without a stack. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

/** The message for an operator where the port to listen on is taken; any other error stays what it is. */
export function explainTakenPort(
  error: unknown,
  { host, port, variable }: { host: string; port: number; variable: string },
): unknown {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  if (!isTaken) return error;
  const remedy = `set ${variable} to another one, or to 0 for any.`;
  return new OperatorError(`Port ${port} of ${host} is in use; ${remedy}`, { cause: error });
}

/** A 422 about one field of the body that the schema alone could not check. */
export function fieldFault(field: string, message: string): AppError {
  return new AppError('validation_error', message, {
    faults: [{ loc: ['body', field], msg: message, type: 'value' }],
  });
}
