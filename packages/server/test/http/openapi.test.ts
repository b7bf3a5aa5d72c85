import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { z } from 'zod';
import { resolveShared } from '../../src/ground/documents/api-reference/document.ts';
import { DOCS_CSS } from '../../src/start/docs-introduction.ts';
import { openApiOf } from './documented-schema.ts';
import { createTestApi } from './test-api.ts';

const Body = z.object({
  content: z.object({ 'application/json': z.object({ schema: z.object({ $ref: z.string() }) }) }),
});
const Envelope = z.object({ properties: z.object({ event: z.object({ const: z.string() }) }) });

interface SharedDocument {
  components: {
    responses: Record<string, { description: string }>;
    parameters: Record<string, { name: string }>;
  };
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
}

const api = await createTestApi('2026-03-30T10:05:00Z');
after(() => api.close());

test('the document is OpenAPI 3.1, public, and describes every operation with all its errors', async () => {
  const served = await api.app.inject('/api/v1/openapi.json');
  assert.equal(served.statusCode, 200);
  const document = openApiOf(api.app);
  assert.deepEqual(JSON.parse(resolveShared(served.body)), document);
  assert.equal(document.openapi, '3.1.0');
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const reads = new Set(
    Object.entries(document.paths).flatMap(([path, { get }]) =>
      get === undefined || path === '/events/stream' ? [] : [get],
    ),
  );
  assert.equal(new Set(operations.map((operation) => operation.operationId)).size, operations.length);
  for (const operation of operations) {
    const { content } = operation.responses['200'] ?? {};
    const offersCsv = content?.['text/csv'] !== undefined;
    const offersFiles = content?.['application/vnd.apache.parquet'] !== undefined;
    const formats = (operation.parameters ?? []).filter(({ name }) => name === 'format' || name === 'locale');
    assert.equal(
      formats.length,
      offersCsv ? 2 : offersFiles ? 1 : 0,
      `${operation.operationId}: CSV or files and the parameters for them`,
    );
    for (const parameter of operation.parameters ?? []) {
      assert.ok(parameter.description !== undefined, `${operation.operationId} ${parameter.name}`);
    }
    for (const [status, response] of Object.entries(operation.responses)) {
      assert.notEqual(response.description, 'Default Response', `${operation.operationId} ${status}`);
    }
    if (operation.security?.length === 0) continue;
    const statuses = ['400', '401', '429', '500', '503', ...(reads.has(operation) ? ['200', '304'] : [])];
    for (const status of statuses) {
      assert.ok(status in operation.responses, `${operation.operationId} ${status}`);
    }
    assert.ok(Object.keys(operation.responses).some((status) => status.startsWith('2')));
  }
});

test('what operations have in common stands once, by a name that tells its status or parameter', async () => {
  const served = await api.app.inject('/api/v1/openapi.json');
  const { components, paths } = served.json<SharedDocument>();
  const { responses, parameters } = components;
  assert.match(responses['Unauthorized'].description, /^The credential is missing/);
  assert.deepEqual([parameters['DateFrom'].name, parameters['DateFrom2'].name], ['date_from', 'date_from']);
  assert.deepEqual(paths['/markets'].get.responses['401'], { $ref: '#/components/responses/Unauthorized' });
  const whole = JSON.stringify(openApiOf(api.app));
  assert.ok(served.body.length < 0.7 * JSON.stringify(JSON.parse(whole), null, 2).length);
  for (const [kind, parts] of Object.entries({ responses, parameters })) {
    for (const [name, part] of Object.entries(parts)) {
      assert.ok(whole.split(JSON.stringify(part)).length > 2, `${kind} ${name} stands in one place`);
    }
  }
  // Nothing that stands twice was left in its places.
  const left = Object.values(paths).flatMap((path) =>
    Object.values(path).flatMap((operation) =>
      Object.entries(operation.responses).map(([status, part]) => `${status} ${JSON.stringify(part)}`),
    ),
  );
  const own = left.filter((part) => !part.includes('#/components/responses/'));
  assert.equal(new Set(own).size, own.length);
});

test('operations say whether they are public, webhooks are typed, and an event is one of its types', () => {
  const { paths, webhooks, components, tags } = z
    .object({
      paths: z.record(
        z.string(),
        z.record(
          z.string(),
          z.object({
            tags: z.array(z.string()),
            description: z.string().min(1),
            security: z.array(z.record(z.string(), z.unknown())),
          }),
        ),
      ),
      webhooks: z.record(z.string(), z.object({ post: z.object({ requestBody: Body }) })),
      components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
      tags: z.array(z.object({ name: z.string(), description: z.string() })),
    })
    .parse(openApiOf(api.app));
  const names = new Set(tags.map(({ name }) => name));
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    assert.ok(operation.tags.every((tag) => names.has(tag)));
    assert.doesNotMatch(
      operation.description,
      /^(Needs|No credential)/,
      'says who may call, not what it does',
    );
  }
  assert.deepEqual(paths['/health'].get.security, []);
  assert.equal(paths['/markets'].get.security.length, 3);
  const bodies = Object.entries(webhooks).map(([event, { post }]) => {
    const { $ref } = post.requestBody.content['application/json'].schema;
    const schema = Envelope.parse(components.schemas[$ref.replace('#/components/schemas/', '')]);
    return [event, schema.properties.event.const];
  });
  const events = ['forecast.published', 'forecast.changed', 'prices.published', 'alert.fired'];
  assert.deepEqual(
    bodies,
    [...events, 'ping'].map((event) => [event, event]),
  );
  const { discriminator } = z
    .object({ discriminator: z.object({ mapping: z.record(z.string(), z.string()) }) })
    .parse(components.schemas['Event']);
  assert.deepEqual(Object.keys(discriminator.mapping), events);
});

test('the docs page loads nothing from elsewhere and its policy allows its own script only', async () => {
  const page = await api.app.inject('/api/v1/docs/');
  assert.equal(page.statusCode, 200);
  const policy = String(page.headers['content-security-policy']);
  const inline = /<script type="text\/javascript">([\s\S]*?)<\/script>/.exec(page.payload)?.[1] ?? '';
  const hash = createHash('sha256').update(inline).digest('base64');
  assert.ok(policy.startsWith(`default-src 'none'; script-src 'self' 'sha256-${hash}'; `), policy);
  assert.doesNotMatch(policy, /https?:|\*/);
  assert.doesNotMatch(page.payload, /(src|href)="(https?:)?\/\//);
  // In our own dress, with its language and the first steps in both.
  assert.match(page.payload, /<html lang="en">/);
  for (const [language, title] of [
    ['en', 'The Lonja API'],
    ['es', 'La API de Lonja'],
  ]) {
    assert.match(page.payload, new RegExp(`<section lang="${language}"[^>]*>\\s*<h\\d[^>]*>${title}<`));
  }
  const links = new Set([...page.payload.matchAll(/href="(\/docs[^"]*)"/g)].map(([, href]) => href));
  assert.ok(links.size >= 6);
  for (const href of links) assert.equal((await api.app.inject(href)).statusCode, 200, href);
  const tokens = await readFile(new URL('../../../web/src/tokens.css', import.meta.url), 'utf8');
  const colours = [...DOCS_CSS.matchAll(/#[\da-f]{6}/g)].map(([colour]) => colour);
  assert.deepEqual(
    colours.filter((colour) => !tokens.includes(colour)),
    [],
  );
  const script = await api.app.inject('/api/v1/docs/js/scalar.js');
  assert.match(String(script.headers['content-type']), /^application\/javascript/);
});

test('a Host header that is no host is refused', async () => {
  const page = await api.app.inject({ url: '/api/v1/docs/', headers: { host: 'a b' } });
  assert.deepEqual([page.statusCode, page.json<{ error: string }>().error], [400, 'invalid_request']);
});

test('every other answer forbids scripts, frames and sniffing', async () => {
  const { headers } = await api.get('/health');
  assert.match(headers['content-security-policy'], /default-src 'none'/);
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.match(headers['x-request-id'], /^[\da-f-]{36}$/);
});
