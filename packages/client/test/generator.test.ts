import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationName } from '../tools/operation-name.ts';
import { listOperations } from '../tools/read-document.ts';
import { type Schema, typeOf } from '../tools/schema-type.ts';

test('an operation is named after its tag and its id, a read after what it reads', () => {
  const names: [tag: string, operationId: string, name: string][] = [
    ['Forecasts', 'getLatestForecast', 'forecasts.latest'],
    ['Forecasts', 'getForecast', 'forecasts.get'],
    ['Forecasts', 'listForecastRuns', 'forecasts.runs'],
    ['Webhooks', 'createWebhook', 'webhooks.create'],
    ['Webhooks', 'listWebhooks', 'webhooks.list'],
    ['Webhooks', 'listWebhookDeliveries', 'webhooks.deliveries'],
    ['API keys', 'listApiKeys', 'apiKeys.list'],
    ['API keys', 'rerollApiKey', 'apiKeys.reroll'],
    ['Market data', 'listPrices', 'marketData.prices'],
    ['Account', 'getMe', 'account.me'],
    ['Registration', 'startRegistration', 'registration.start'],
    ['Authentication', 'forgotPassword', 'authentication.forgotPassword'],
  ];
  for (const [tag, operationId, name] of names) {
    const { group, method } = operationName(tag, operationId);
    assert.equal(`${group}.${method}`, name);
  }
});

test('schemas become types, and what callers send may be spelled undefined', () => {
  const types: [Schema, string][] = [
    [{ type: 'integer' }, 'number'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ const: 'EUR/MWh' }, '"EUR/MWh"'],
    [{ type: 'array', items: { enum: ['a', 'b'] } }, '("a" | "b")[]'],
    [
      {
        type: 'string',
        anyOf: [{ type: 'string' }, { type: 'string', enum: ['today'] }],
      },
      'string',
    ],
    [{ anyOf: [{ $ref: '#/components/schemas/Error' }, { type: 'null' }] }, 'ErrorBody | null'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
    [{ description: 'anything' }, 'unknown'],
  ];
  for (const [schema, type] of types) assert.equal(typeOf(schema, 'output'), type);
  const schema = { type: 'object', properties: { a: { type: 'string' }, b: {} }, required: ['b'] };
  assert.equal(typeOf(schema, 'output'), '{\n  a?: string;\n  b: unknown;\n}');
  assert.equal(typeOf(schema, 'input'), '{\n  a?: string | undefined;\n  b: unknown;\n}');
});

test('a schema that the generator does not know stops it', () => {
  assert.throws(() => typeOf({ type: 'tuple' }, 'output'), /No type for the schema/);
});

test('an operation that the client could not send stops the generator', () => {
  const parameters = [{ name: 'force', in: 'query', schema: { type: 'boolean' } }];
  const operation = { operationId: 'changeX', summary: 'x', tags: ['X'], responses: { 204: {} } };
  const document = (change: object) => ({
    paths: { '/x': { post: { ...operation, ...change } } },
    components: { schemas: {} },
  });
  assert.equal(listOperations(document({})).length, 1);
  assert.throws(() => listOperations(document({ parameters })), /changeX .* query parameters/);
  assert.throws(() => listOperations(document({ tags: [] })), /no tag/);
  const requestBody = { content: { 'text/plain': { schema: {} } } };
  assert.throws(() => listOperations(document({ requestBody })), /neither JSON nor a form/);
});
