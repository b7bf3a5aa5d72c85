import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { Problem } from '../../src/ground/http/error.ts';
import { anchorsOf } from '../../src/ground/documents/render-document.ts';
import { createTestApi, errorOf } from './test-api.ts';

const api = await createTestApi('2026-03-30T10:05:00Z');
after(() => api.close());

const anchors = anchorsOf(await readFile(new URL('../../../../docs/errors.md', import.meta.url), 'utf8'));
const PROBLEM = 'application/problem+json';

test('an error of every kind is a problem for callers that accept one, with the same code and status', async () => {
  const key = await api.createKey({ scopes: ['forecasts:read'] });
  for (const [path, token, status, error] of [
    ['/markets/es/surprise', key, 404, 'not_found'],
    ['/markets?surprise=1', key, 400, 'unknown_parameter'],
    ['/markets', undefined, 401, 'invalid_token'],
    ['/market/prices', key, 403, 'insufficient_scope'],
    ['/forecasts/intraday/9?date=2026-03-30', key, 400, 'INVALID_SESSION'],
    ['/forecasts/day-ahead?date=2026-03-30', key, 404, 'FORECAST_NOT_AVAILABLE'],
    ['/forecasts/latest?market_id=es&product=dax', key, 422, 'validation_error'],
  ] as const) {
    const answer = await api.get(path, token, { accept: PROBLEM });
    assert.match(answer.headers['content-type'], /^application\/problem\+json/, path);
    const problem = Problem.parse(answer.body);
    assert.deepEqual([answer.status, problem.status, problem.error], [status, status, error]);
    assert.equal(problem.request_id, answer.headers['x-request-id']);
    assert.equal(problem.instance, `urn:uuid:${problem.request_id}`);
    const [page, anchor] = problem.type.split('#');
    assert.equal(page, '/docs/errors');
    assert.ok(anchors.has(anchor), `docs/errors.md has no ${anchor}`);
    assert.equal(Array.isArray(problem.errors), status === 422);
    assert.ok(problem.title.length > 0 && problem.detail.length > 0);
  }
});

test('a problem of several fields names each of them in a sentence and in a list', async () => {
  const key = await api.createKey();
  const { body } = await api.get('/forecasts/latest', key, { accept: PROBLEM });
  const { detail, errors } = Problem.parse(body);
  assert.equal(detail, 'query.market_id: Missing: send market_id. query.product: Missing: send product.');
  assert.deepEqual(
    errors?.map(({ loc }) => loc.join('.')),
    ['query.market_id', 'query.product'],
  );
});

test('our own form stays for everybody else', async () => {
  for (const accept of [
    'application/json',
    '*/*',
    'application/problem+json;q=0.5, application/json',
    'application/problem+json;q=0',
    'text/csv',
  ]) {
    const answer = await api.get('/markets', undefined, { accept });
    assert.deepEqual(errorOf(answer), [401, 'invalid_token'], accept);
    assert.equal(answer.headers['vary'], 'Accept');
  }
  const both = await api.get('/markets', undefined, { accept: 'application/json, application/problem+json' });
  assert.match(both.headers['content-type'], /^application\/problem\+json/);
});

test('a request that succeeds is answered with JSON, whatever form errors should have', async () => {
  const answer = await api.get('/markets', await api.createKey(), { accept: PROBLEM });
  assert.deepEqual([answer.status, answer.headers['content-type']], [200, 'application/json; charset=utf-8']);
});
