import assert from 'node:assert/strict';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { z } from 'zod';
import { buildOpenApi } from '../../src/start/openapi.ts';

/** The parts of JSON Schema that the document uses. */
export interface JsonSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  anyOf?: JsonSchema[];
  default?: unknown;
  examples?: unknown[];
}

export interface OpenApiDocument {
  openapi: string;
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: Record<string, unknown> };
}

export interface OpenApiOperation {
  operationId: string;
  description?: string;
  security?: Record<string, unknown>[];
  parameters?: { name: string; in: string; description?: string; required?: boolean; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, OpenApiResponse>;
}

interface OpenApiResponse {
  description: string;
  content?: Record<string, { schema: unknown }>;
}

const schemas = new WeakMap<OpenApiResponse, Map<string, z.ZodType>>();
let document: OpenApiDocument | undefined;

/**
 * The document with everything in its place; the served one has what operations have in common once. It takes half a second to make and
 * is that of every app which answers for more than its health, so a process of tests makes it once.
 */
export function openApiOf(app: FastifyInstance): OpenApiDocument {
  assert.ok(app.hasRoute({ method: 'GET', url: '/api/v1/auth/me' }), 'The app has not all routes.');
  if (document !== undefined) return document;
  const made: OpenApiDocument = JSON.parse(JSON.stringify(buildOpenApi(app)));
  document = made;
  return made;
}

/**
 * The schema that the OpenAPI document gives for the JSON answer of a route, status and media type. Undefined for paths that are not in
 * the document; a documented route that answers with an undocumented status fails the test.
 */
export function documentedSchema(
  app: FastifyInstance,
  request: InjectOptions & { url: string },
  { status, type }: { status: number; type: string },
): z.ZodType | undefined {
  const document = openApiOf(app);
  // As the request is sent: `/sites/./members` leads to `/sites/members`.
  const path = new URL(request.url, 'http://localhost').pathname.replace(/^\/api\/v1/, '');
  const template =
    path in document.paths
      ? path
      : Object.keys(document.paths).find((candidate) =>
          new RegExp(`^${candidate.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
        );
  if (template === undefined) return undefined;
  const operation = document.paths[template][String(request.method ?? 'GET').toLowerCase()];
  if (operation === undefined) return undefined;
  const response = operation.responses[status];
  assert.ok(response !== undefined, `${operation.operationId} does not document the status ${status}.`);
  const ofTypes = schemas.get(response) ?? new Map<string, z.ZodType>();
  schemas.set(response, ofTypes);
  const known = ofTypes.get(type);
  if (known !== undefined) return known;
  const schema = inlineReferences(response.content?.[type]?.schema, document);
  assert.ok(schema !== undefined, `${operation.operationId} documents no ${type} for the status ${status}.`);
  const compiled = z.fromJSONSchema(JSON.parse(JSON.stringify(schema)));
  ofTypes.set(type, compiled);
  return compiled;
}

/** The document has no recursive schema, so every reference can be replaced by what it names. */
export function inlineReferences(part: unknown, document: OpenApiDocument): unknown {
  if (Array.isArray(part)) return part.map((item) => inlineReferences(item, document));
  if (typeof part !== 'object' || part === null) return part;
  if ('$ref' in part) {
    const name = String(part.$ref).replace('#/components/schemas/', '');
    return inlineReferences(document.components.schemas[name], document);
  }
  return Object.fromEntries(
    Object.entries(part).map(([key, child]) => [key, inlineReferences(child, document)]),
  );
}
