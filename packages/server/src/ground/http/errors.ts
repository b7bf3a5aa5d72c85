import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { isDatabaseTimeout, isDatabaseUnreachable, isReadOnlyFault } from '../database/database-fault.ts';
import { AppError, type ErrorCode } from '../errors.ts';
import { prefersToJson } from './accept.ts';
import { CLIENT_DIALECT } from './error-dialects.ts';
import type { ErrorBody, Problem } from './error.ts';
import { RequestFault } from './request-fault.ts';

const STATUS: Record<ErrorCode, number> = {
  INVALID_SESSION: 400,
  INVALID_DATE_FORMAT: 400,
  invalid_parameters: 400,
  invalid_request: 400,
  unknown_parameter: 400,
  invalid_scope: 400,
  unsupported_grant_type: 400,
  UNAUTHORIZED: 401,
  unauthorized: 401,
  invalid_token: 401,
  invalid_credentials: 401,
  invalid_client: 401,
  insufficient_scope: 403,
  address_not_allowed: 403,
  sign_in_refused: 403,
  SESSION_NOT_AVAILABLE: 404,
  FORECAST_NOT_AVAILABLE: 404,
  no_actuals_available: 404,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  idempotency_key_reused: 409,
  idempotency_key_in_use: 409,
  payload_too_large: 413,
  validation_error: 422,
  rate_limited: 429,
  internal_error: 500,
  read_only: 503,
  unavailable: 503,
};

const RETRY_AFTER_S = '5';
/** Somebody has to make room or to turn a switch first. */
const READ_ONLY_RETRY_AFTER_S = '30';
const LINGER_MS = 1000;

/** One body for every failure: `{error, detail, status, request_id}`. What only the operator may see goes to the log. */
export const errorsPlugin = fp(async (app: FastifyInstance) => {
  app.setErrorHandler(replyWithError);
  app.decorateRequest('isAnswered', false);
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.isAnswered = true;
    done(null, payload);
  });
});

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the answer is made and on its way, though nothing of it may have been sent yet. */
    isAnswered: boolean;
  }
}

/** Of the reply whose place an error takes. */
const HEADERS_OF_BODIES = ['Content-Encoding', 'Content-Disposition', 'ETag', 'X-Total-Count', 'X-Simulated'];

export function replyWithError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  // An answer that is being compressed when its time is up is sent as it is: another one would be taken for its compressed bytes.
  if (request.isAnswered && isHandlerTimeout(error)) return;
  const dialect = request.routeOptions.config.dialect ?? CLIENT_DIALECT;
  const appError = toAppError(error, request);
  const code =
    appError.code === 'invalid_token'
      ? dialect.unauthenticated
      : (dialect.renamed?.[appError.code] ?? appError.code);
  const status = STATUS[code];
  request.errorCode = code;
  // A service that is overloaded or lacks its database says so to every caller; only what it cannot explain is an error.
  if (status >= 500) request.log[status === 503 ? 'warn' : 'error']({ error }, appError.message);
  const text = textOf(appError);
  const body: ErrorBody & { error_description?: string } = {
    error: code,
    detail: status === 422 ? (appError.faults ?? text) : text,
    status,
    request_id: request.id,
    ...(dialect.describesErrors === true && { error_description: plainText(text) }),
  };
  for (const name of HEADERS_OF_BODIES) {
    void reply.removeHeader(name);
    if (!reply.raw.headersSent) reply.raw.removeHeader(name);
  }
  if (status === 401) void reply.header('WWW-Authenticate', 'Bearer');
  const isProblem = wantsProblem(request.headers.accept);
  void reply
    .code(status)
    .headers({ ...appError.headers, 'X-Request-Id': request.id, 'Cache-Control': 'no-store', Vary: 'Accept' })
    .type(isProblem ? PROBLEM_TYPE : 'application/json; charset=utf-8')
    .send(isProblem ? toProblem(body, code) : body);
}

function textOf({ faults, message }: AppError): string {
  return faults?.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join(' ') ?? message;
}

/** In the characters that RFC 6749 allows in `error_description`. */
function plainText(text: string): string {
  return text.replaceAll(/["\\]/g, "'").replaceAll(/[^ -~]/g, '?');
}

/** Answers what is not HTTP at all, where no request exists yet. */
export function replyToClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
  const body: ErrorBody = {
    error: 'invalid_request',
    detail: `The request could not be read: ${STATUS_CODES[status]}.`,
    status,
    request_id: randomUUID(),
  };
  const text = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
  // A caller that does not read it, or goes on sending, loses the connection.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** What a failure is to the caller. */
export function toAppError(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  const dialect = request.routeOptions.config.dialect ?? CLIENT_DIALECT;
  if (error instanceof RequestFault) return error.toAppError(dialect);
  if (error instanceof Error && hasHungUp(error, request)) {
    // Nobody reads the answer, and it is no fault of the service.
    return unreadable(error, dialect.unreadableBodyIsInvalid === true);
  }
  if (isDatabaseUnreachable(error)) {
    return unavailable('The service cannot reach its data', error);
  }
  if (isReadOnlyFault(error)) {
    const text = `The service can only be read at the moment, and nothing was changed; try again in ${READ_ONLY_RETRY_AFTER_S} seconds.`;
    return new AppError('read_only', text, {
      cause: error,
      headers: { 'Retry-After': READ_ONLY_RETRY_AFTER_S },
    });
  }
  if (isDatabaseTimeout(error)) {
    return unavailable('The service could not read or write its data in time', error);
  }
  if (isFastifyError(error)) {
    if (isHandlerTimeout(error)) {
      return unavailable('The service could not answer in time', error);
    }
    if (error.statusCode === 413) {
      return new AppError('payload_too_large', 'The body is larger than 1 MiB.', { cause: error });
    }
    if (error.statusCode === 404 || error.statusCode === 414 || error.code === 'FST_ERR_BAD_URL') {
      return new AppError('not_found', 'There is no such path.', { cause: error });
    }
    if (error.statusCode !== undefined && error.statusCode < 500) {
      return unreadable(error, dialect.unreadableBodyIsInvalid === true);
    }
  }
  return new AppError('internal_error', 'The service failed to answer; try again in a moment.', {
    cause: error,
  });
}

function unavailable(what: string, cause: Error): AppError {
  return new AppError('unavailable', `${what}; try again in ${RETRY_AFTER_S} seconds.`, {
    cause,
    headers: { 'Retry-After': RETRY_AFTER_S },
  });
}

function unreadable(error: Error, isInvalid: boolean): AppError {
  if (!isInvalid)
    return new AppError('invalid_request', 'The body of the request cannot be read.', { cause: error });
  const msg = 'Send username and password as application/x-www-form-urlencoded.';
  return new AppError('validation_error', msg, {
    cause: error,
    faults: [{ loc: ['body'], msg, type: 'unreadable' }],
  });
}

/** Whether it failed because the caller was gone before the body was whole or the answer was made. */
function hasHungUp(error: Error, { raw, signal }: FastifyRequest): boolean {
  return error === raw.errored || (error === signal.reason && !isHandlerTimeout(error));
}

function isHandlerTimeout(error: unknown): boolean {
  return isFastifyError(error) && error.code === 'FST_ERR_HANDLER_TIMEOUT';
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('FST_');
}

const PROBLEM_TYPE = 'application/problem+json';

/** Whether a caller asks for errors in the form of RFC 9457. */
function wantsProblem(accept: string | undefined): boolean {
  return prefersToJson(accept, PROBLEM_TYPE);
}

/** An error as RFC 9457 writes it, with what our own form has beside it. */
function toProblem({ detail, status, request_id }: ErrorBody, error: ErrorCode): Problem {
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
