import { z } from 'zod';

const FieldFault = z
  .object({
    loc: z.array(z.string()).meta({ description: 'Where the fault is', examples: [['query', 'product']] }),
    msg: z.string().meta({ description: 'What is wrong', examples: ['Send the parameter product.'] }),
    type: z.string().meta({ description: 'Kind of fault', examples: ['missing'] }),
  })
  .meta({ id: 'FieldFault' });

export const ErrorBody = z
  .object({
    error: z.string().meta({ description: 'Machine-readable code', examples: ['not_found'] }),
    detail: z.union([z.string(), z.array(FieldFault)]).meta({
      description: 'What is wrong and what to do; for 422 one entry for each faulty field',
      examples: ['No forecast for es-da was issued yet.'],
    }),
    status: z.int().meta({ description: 'The HTTP status', examples: [404] }),
    request_id: z.string().meta({
      description: 'Name it when you report a problem; also in the header X-Request-Id',
      examples: ['6f1d3a52-6a0e-4c3c-9f7e-0a5a0e9a6a11'],
    }),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof ErrorBody>;

/** An error in the form of RFC 9457, for callers that accept it. */
export const Problem = z
  .object({
    type: z.string().meta({
      description: 'Names the code: a reference into the documentation',
      examples: ['/docs/errors#not_found-404'],
    }),
    title: z.string().meta({ description: 'What the code means', examples: ['There is no such thing'] }),
    status: ErrorBody.shape.status,
    detail: z.string().meta({
      description: 'What is wrong and what to do',
      examples: ['No forecast for es-da was issued yet.'],
    }),
    instance: z.string().meta({
      description: 'Names this request',
      examples: ['urn:uuid:6f1d3a52-6a0e-4c3c-9f7e-0a5a0e9a6a11'],
    }),
    error: ErrorBody.shape.error,
    request_id: ErrorBody.shape.request_id,
    errors: z.array(FieldFault).optional().meta({ description: 'For 422: one entry for each faulty field' }),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof Problem>;

const DESCRIPTIONS = {
  400: 'The request is malformed: a malformed date or an unknown parameter.',
  401: 'The credential is missing, malformed, revoked or expired.',
  403: 'The credential is valid, but its scopes, its allowed addresses or the subscription do not allow this.',
  404: 'There is nothing to return.',
  409: 'The state of the record does not allow this.',
  413: 'The body is larger than 1 MiB.',
  422: 'A field is missing, of the wrong type or out of range; detail lists every fault.',
  429: 'Too many requests; wait as many seconds as Retry-After says.',
  500: 'The service failed; it is safe to retry with exponential back-off.',
  503: 'The service is overloaded, starting or cannot reach its data; retry after as many seconds as Retry-After says.',
} as const;

export type ErrorStatus = keyof typeof DESCRIPTIONS;

/** Response schemas of error answers; the second argument says what a status means on this route in particular. */
export function errorResponses<S extends ErrorStatus>(
  statuses: readonly S[],
  descriptions: Partial<Record<S, string>> = {},
): Record<S, ErrorResponse> {
  return recordOf(statuses, (status) => ({
    description: descriptions[status] ?? DESCRIPTIONS[status],
    content: {
      'application/json': { schema: ErrorBody },
      'application/problem+json': { schema: Problem },
    },
  }));
}

interface ErrorResponse {
  description: string;
  content: {
    'application/json': { schema: typeof ErrorBody };
    'application/problem+json': { schema: typeof Problem };
  };
}

/** Object.fromEntries forgets its keys; every key of the list is set here, so the cast is safe. */
function recordOf<K extends PropertyKey, V>(keys: readonly K[], valueOf: (key: K) => V): Record<K, V> {
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<K, V>;
}
