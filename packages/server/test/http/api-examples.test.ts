import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { z } from 'zod';
import { resolveShared } from '../../src/ground/documents/api-reference/document.ts';
import { type OpenApiDocument, inlineReferences } from './documented-schema.ts';

/** What docs/api-reference shows was recorded; this holds it to the API as it is now. `npm run record:examples` records anew. */
const DOCS = new URL('../../../../docs/', import.meta.url);
const document: OpenApiDocument = JSON.parse(
  resolveShared(await readFile(new URL('openapi.json', DOCS), 'utf8')),
);
const examples: Record<string, Example> = JSON.parse(
  await readFile(new URL('api-reference/examples.json', DOCS), 'utf8'),
);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.values(methods).map((operation) => ({ path, operation })),
);

interface Example {
  path: string;
  credential: 'none' | 'key' | 'session';
  body?: unknown;
  status: number;
  answer?: unknown;
}

test('every operation has an example, and no other has one', () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  assert.deepEqual(Object.keys(examples).toSorted(), ids.toSorted());
});

test('the requests name the parameters of their routes and send bodies that these take', () => {
  for (const { path, operation } of operations) {
    const { operationId, parameters = [], security = [], requestBody } = operation;
    const example = examples[operationId];
    const { pathname, searchParams } = new URL(example.path, 'http://localhost');
    assert.match(pathname, new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`), operationId);
    const known = parameters.filter((parameter) => parameter.in === 'query');
    const sent = [...searchParams.keys()];
    assert.deepEqual(
      sent.filter((name) => known.every((parameter) => parameter.name !== name)),
      [],
      operationId,
    );
    for (const { name, required, schema } of known) {
      assert.ok(required !== true || sent.includes(name), `${operationId} needs ${name}`);
      const value = searchParams.get(name);
      if (value !== null && schema.enum !== undefined)
        assert.ok(schema.enum.includes(value), `${operationId} ${name}`);
    }
    const credentials = new Set(['none', 'session', 'key'].filter((kind) => mayCall(kind, security)));
    assert.ok(credentials.has(example.credential), `${operationId} with ${example.credential}`);
    const schema = Object.values(requestBody?.content ?? {})[0]?.schema;
    if (schema === undefined) assert.equal(example.body, undefined, operationId);
    else check(schema, example.body, operationId);
  }
});

test('the answers have the documented status, all required fields and no other field', () => {
  for (const { operation } of operations) {
    const { status, answer } = examples[operation.operationId];
    const response = operation.responses[status];
    assert.ok(response !== undefined && status < 300, `${operation.operationId} ${status}`);
    const schema = response.content?.['application/json']?.schema;
    if (schema !== undefined) check(schema, answer, operation.operationId);
    else assert.equal(typeof answer, response.content === undefined ? 'undefined' : 'string');
  }
});

function mayCall(kind: string, security: Record<string, unknown>[]): boolean {
  if (kind === 'none') return security.length === 0;
  return security.some((one) => (kind === 'key' ? 'apiKey' : 'sessionToken') in one);
}

function check(schema: unknown, value: unknown, operationId: string): void {
  const closed = JSON.parse(JSON.stringify(closedObjects(inlineReferences(schema, document))));
  const result = z.fromJSONSchema(closed).safeParse(value);
  assert.ok(result.success, `${operationId}: ${result.error?.message}`);
}

/** The document leaves objects open, so that answers may gain fields; an example has those that are documented. */
function closedObjects(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closedObjects);
  if (typeof part !== 'object' || part === null) return part;
  const children = Object.fromEntries(
    Object.entries(part).map(([key, child]) => [key, closedObjects(child)]),
  );
  return 'properties' in part && !('additionalProperties' in part) && 'type' in part
    ? { ...children, additionalProperties: false }
    : children;
}
