import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { WEBHOOKS } from './openapi-webhooks.ts';
import { shareParts } from './openapi-shared.ts';
import { type Scope, sentences } from '../people/access/principal.ts';
import { REPLAYED_HEADER } from '../people/access/idempotency.ts';
import { API_PREFIX } from '../ground/http/service-links.ts';

/** The API's path prefix; the interface version is part of it. */

const DESCRIPTION = `Hourly electricity price forecasts for Spain with 10-90 % bounds, and the cleared prices they are measured by.

- All prices are EUR/MWh with 2 decimals. Instants are UTC (RFC 3339); a request may use any offset.
- A delivery day is a calendar day in Europe/Madrid: 23, 24 or 25 hours. Records keyed by date and hour carry \`start\`, which distinguishes the two hours 2 of the 25-hour day.
- At most 60 requests a minute for each API key or token, and 600 for all of a tenant together unless the operator set another number; the \`X-RateLimit-*\` headers, and \`RateLimit\`, say how many are left.
- Reads carry an \`ETag\`; with \`If-None-Match\` an unchanged answer is 304.
- Every error is \`{error, detail, status, request_id}\`, or a problem of RFC 9457 for callers that accept \`application/problem+json\`.
- Questions go to the operator of the installation: *Support* in the web application, or POST /support/tickets.
- Guides, concepts, recipes and an example for every route are in the [documentation](/docs/api-reference).`;

const SCOPE_TEXTS: Record<Scope, string> = {
  'forecasts:read': 'Forecasts, their events and the dashboard',
  'market:read': 'Prices and fundamentals of the market',
  'metrics:read': 'Accuracy and statistics',
  'portfolio:read': 'Sites, what they are worth and their plans',
  'portfolio:write': 'Create, change and delete sites',
};

export function openApiOptions(version: string): FastifyDynamicSwaggerOptions {
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Lonja',
        summary: 'Electricity price forecasts for Spain',
        description: DESCRIPTION,
        version,
        contact: { name: 'The operator of this installation' },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: API_PREFIX }],
      tags: [
        { name: 'Forecasts', description: 'Forecasts of the day-ahead market and the intraday auctions' },
        { name: 'Market data', description: 'What the market published' },
        { name: 'Exports', description: 'Years of prices, forecasts, fundamentals and errors as files' },
        { name: 'Accuracy', description: 'Errors of the forecasts and coverage of their bounds' },
        { name: 'Events', description: 'What was published, in order, for polling' },
        { name: 'Webhooks', description: 'Endpoints that events are sent to, for admins' },
        { name: 'Dashboard', description: 'Summaries and chart series, as the web application shows them' },
        {
          name: 'Notifications',
          description: 'Notifications of the signed-in user, and the alert rules that cause them',
        },
        { name: 'Statistics', description: 'Figures by hour, weekday, period, lead day and model version' },
        { name: 'Portfolio', description: 'Sites of the tenant, what they are worth and how to run them' },
        { name: 'Integrations', description: 'Tariffs as home-energy programs read them' },
        { name: 'Support', description: 'Status of the service and its sources' },
        { name: 'Markets', description: 'Markets and their products' },
        { name: 'Authentication', description: 'Session tokens and passwords' },
        { name: 'Registration', description: 'From an e-mail address or an invitation to an account' },
        { name: 'Account', description: "The signed-in user's own account" },
        { name: 'Tenant', description: 'Users and invitations, for admins' },
        { name: 'API keys', description: 'Keys of the tenant, for admins' },
        { name: 'Settings', description: 'Settings, usage and audit of the tenant' },
        { name: 'Platform', description: "All tenants, for the platform's superadmins" },
        { name: 'Health', description: 'For probes; no credential' },
      ],
      components: {
        securitySchemes: {
          sessionToken: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'A session token from POST /auth/token, valid for 24 hours.',
          },
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'svc_...',
            description: 'A long-lived API key. One with scopes needs the scope that the route names.',
          },
          clientCredentials: {
            type: 'oauth2',
            description:
              'A token of 15 minutes; the beginning of an API key is the client, the key its secret.',
            flows: {
              clientCredentials: { tokenUrl: `${API_PREFIX}/oauth/token`, scopes: SCOPE_TEXTS },
            },
          },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  };
}

/** The document as it is served and committed: what operations have in common stands once, under `components`. */
export function renderOpenApi(app: FastifyInstance): string {
  const document = buildOpenApi(app);
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  Object.assign(document.components, shareParts(operations));
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** The document with everything in its place, without references but those to schemas and headers. */
export function buildOpenApi(app: FastifyInstance): Document {
  const document: Document = JSON.parse(JSON.stringify(app.swagger()), withoutClosure);
  for (const operations of Object.values(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      operation.security ??= [];
      if (!isSecured(operation)) operation.description = sentences(operation.description, PUBLIC);
      if (isSecured(operation) && method === 'get' && isCached(operation)) {
        operation.responses['304'] = { description: 'Unchanged: the caller has these bytes already.' };
      }
      addHeaders(method, operation);
      const once = onceParameterOf(operation);
      if (once !== undefined) describeOnce(operation, once);
    }
  }
  document.webhooks = WEBHOOKS;
  document.components.headers = HEADERS;
  document.components.schemas = pruneSchemas(
    document.components.schemas,
    referencedSchemas([document.paths, WEBHOOKS]),
  );
  return document;
}

/** Answers may gain fields, so no schema is closed; the bounds of safe integers say nothing. */
function withoutClosure(key: string, value: unknown): unknown {
  if (key === 'additionalProperties' && value === false) return undefined;
  if (key === 'maximum' && value === Number.MAX_SAFE_INTEGER) return undefined;
  return key === 'minimum' && value === Number.MIN_SAFE_INTEGER ? undefined : value;
}

const PUBLIC = 'No credential is needed.';

function isSecured({ security }: Operation): boolean {
  return security !== undefined && security.length > 0;
}

interface Operation {
  description?: string;
  parameters?: { in: string; name: string }[];
  security?: unknown[];
  responses: Record<
    string,
    { description?: string; headers?: Record<string, unknown>; content?: Record<string, unknown> }
  >;
}

interface Document {
  webhooks?: Record<string, unknown>;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown>; headers?: Record<string, unknown> };
}

const HEADERS = {
  RequestId: header('Identifies the request in the log', { type: 'string' }),
  RateLimitLimit: header('Requests a minute that the credential may make', { type: 'integer' }),
  RateLimitRemaining: header('Requests that are left in the current minute', { type: 'integer' }),
  RateLimitReset: header('Unix time at which the next request becomes free', { type: 'integer' }),
  IdempotentReplayed: header('`true` where the answer is that to an earlier request with the same key', {
    type: 'string',
  }),
  RateLimit: header(
    'What is left of the limit (`r`), and seconds until more becomes free (`t`); a structured field of draft-ietf-httpapi-ratelimit-headers',
    { type: 'string', examples: ['"default";r=50;t=30'] },
  ),
  RateLimitPolicy: header('The limit: requests (`q`) in a window of seconds (`w`); a structured field', {
    type: 'string',
    examples: ['"default";q=60;w=60'],
  }),
  RetryAfter: header('Seconds to wait', { type: 'integer' }),
  Link: header('Where the other pages of the list are (`first`, `prev`, `next`, `last`), RFC 8288', {
    type: 'string',
    examples: ['</api/v1/webhooks?page=2>; rel="next"'],
  }),
  ETag: header('Identifies the bytes of the answer, for If-None-Match', { type: 'string' }),
};

function header(description: string, schema: object) {
  return { description, schema };
}

/** Every read but a stream, whose bytes have no end. */
function isCached({ responses }: Operation): boolean {
  return responses['200']?.content?.['text/event-stream'] === undefined;
}

function isPaged(method: string, { parameters = [] }: Operation): boolean {
  return (
    method === 'get' && parameters.some(({ in: place, name }) => place === 'query' && name === 'page_size')
  );
}

function addHeaders(method: string, operation: Operation): void {
  for (const [status, response] of Object.entries(operation.responses)) {
    const isAuthenticated = isSecured(operation) && status !== '401' && !status.startsWith('5');
    response.headers = {
      'X-Request-Id': reference('RequestId'),
      ...(isAuthenticated && {
        'X-RateLimit-Limit': reference('RateLimitLimit'),
        'X-RateLimit-Remaining': reference('RateLimitRemaining'),
        'X-RateLimit-Reset': reference('RateLimitReset'),
        RateLimit: reference('RateLimit'),
        'RateLimit-Policy': reference('RateLimitPolicy'),
      }),
      ...(isAuthenticated &&
        method === 'get' &&
        isCached(operation) &&
        (status === '200' || status === '304') && { ETag: reference('ETag') }),
      ...(status === '200' && isPaged(method, operation) && { Link: reference('Link') }),
      ...((status === '429' || status === '503') && { 'Retry-After': reference('RetryAfter') }),
    };
  }
}

function onceParameterOf({ parameters = [] }: Operation): { name: string } | undefined {
  return parameters.find((parameter) => parameter.in === 'header' && parameter.name === 'idempotency-key');
}

const ONCE_CONFLICT =
  'Or the `Idempotency-Key` was sent with another request before (`idempotency_key_reused`), or that request is still being carried out ' +
  '(`idempotency_key_in_use`, with `Retry-After`).';

function describeOnce({ responses }: Operation, parameter: { name: string }): void {
  // Fastify names headers in lower case.
  parameter.name = 'Idempotency-Key';
  for (const [status, response] of Object.entries(responses)) {
    if (status.startsWith('2')) {
      response.headers = { ...response.headers, [REPLAYED_HEADER]: reference('IdempotentReplayed') };
    }
    if (status !== '409') continue;
    response.description = sentences(response.description, ONCE_CONFLICT);
    response.headers = { ...response.headers, 'Retry-After': reference('RetryAfter') };
  }
}

function reference(name: keyof typeof HEADERS): { $ref: string } {
  return { $ref: `#/components/headers/${name}` };
}

const SCHEMA_PREFIX = '#/components/schemas/';

/** Names of the component schemas that a part of a document refers to. */
function referencedSchemas(part: unknown): Set<string> {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, child] of Object.entries(value)) {
        if (key === '$ref' && typeof child === 'string' && child.startsWith(SCHEMA_PREFIX)) {
          names.add(child.slice(SCHEMA_PREFIX.length));
        } else visit(child);
      }
    }
  };
  visit(part);
  return names;
}

/** The schemas that the given names reach, directly or through each other. */
function pruneSchemas(schemas: Record<string, unknown>, names: ReadonlySet<string>): Record<string, unknown> {
  const reached = new Set(names);
  // A Set visits what is added to it while it is walked.
  for (const name of reached) {
    for (const further of referencedSchemas(schemas[name])) reached.add(further);
  }
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => reached.has(name)));
}
