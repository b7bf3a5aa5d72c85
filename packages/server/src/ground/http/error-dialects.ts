import type { ErrorCode } from '../errors.ts';

/** How one group of routes spells its errors: the specification fixes a different spelling for each. */
export interface ErrorDialect {
  unauthenticated: Extract<ErrorCode, 'UNAUTHORIZED' | 'unauthorized' | 'invalid_token'>;
  unknownParameter: Extract<ErrorCode, 'unknown_parameter' | 'invalid_parameters'>;
  /** Parameters whose faults are answered with 400 and this code; faults of all others are answered with 422. */
  badRequest: Readonly<Record<string, ErrorCode>>;
  /** A body that cannot be read (malformed, wrong media type) is answered with 422 instead of 400. */
  unreadableBodyIsInvalid?: boolean;
  /** Codes that these routes answer with another one. */
  renamed?: Partial<Record<ErrorCode, ErrorCode>>;
  /** `error_description` says what is wrong too, as OAuth 2.0 has it. */
  describesErrors?: boolean;
}

export const CLIENT_DIALECT: ErrorDialect = {
  unauthenticated: 'invalid_token',
  unknownParameter: 'unknown_parameter',
  badRequest: {
    date: 'invalid_request',
    from: 'invalid_request',
    to: 'invalid_request',
    as_of: 'invalid_request',
    delivery: 'invalid_request',
    issued_from: 'invalid_request',
  },
};

/** Routes of the web application: as on the client API, with the range of days and the cutoff among what 400 is for. */
export const APP_DIALECT: ErrorDialect = {
  ...CLIENT_DIALECT,
  badRequest: {
    ...CLIENT_DIALECT.badRequest,
    date_from: 'invalid_request',
    date_to: 'invalid_request',
    cutoff: 'invalid_request',
  },
};

/** `/forecasts/day-ahead` and `/forecasts/intraday/{session}`. */
export const HOURLY_FORECAST_DIALECT: ErrorDialect = {
  unauthenticated: 'UNAUTHORIZED',
  unknownParameter: 'unknown_parameter',
  badRequest: { session: 'INVALID_SESSION', date: 'INVALID_DATE_FORMAT' },
};

/** `/market/...` and `/metrics/...` */
export const MARKET_DIALECT: ErrorDialect = {
  unauthenticated: 'unauthorized',
  unknownParameter: 'invalid_parameters',
  badRequest: {
    market: 'invalid_parameters',
    date_from: 'invalid_parameters',
    date_to: 'invalid_parameters',
    cutoff: 'invalid_parameters',
  },
};

/** `/market/fundamentals`, where the specification claims an hour out of range for 400 as well, and `/market/curves`. */
export const FUNDAMENTALS_DIALECT: ErrorDialect = {
  ...MARKET_DIALECT,
  badRequest: { date: 'invalid_parameters', hour: 'invalid_parameters' },
};

export const TOKEN_DIALECT: ErrorDialect = {
  unauthenticated: 'invalid_token',
  unknownParameter: 'unknown_parameter',
  badRequest: {},
  unreadableBodyIsInvalid: true,
};

/** `/oauth/token`, as RFC 6749 has it: faults of the request are one code. */
export const OAUTH_DIALECT: ErrorDialect = {
  unauthenticated: 'invalid_token',
  unknownParameter: 'unknown_parameter',
  badRequest: {},
  renamed: { validation_error: 'invalid_request', unknown_parameter: 'invalid_request' },
  describesErrors: true,
};
