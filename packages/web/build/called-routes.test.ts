import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callsIn, keepCalled } from './called-routes.ts';

const ROUTES = `export const ROUTES = {
  sites: {
    list: 'GET /sites',
    remove: 'DELETE /sites/{id}',
  },
  health: {
    list: 'GET /health',
  },
};
`;

test('what is called stays in the client, under the name of its group, and what is not goes', () => {
  const calls = callsIn('await client.sites\n  .list({ page: 1 }); client.sites.remove({ id });', 'page.tsx');
  assert.deepEqual(calls, ['sites.list', 'sites.remove']);
  const kept = keepCalled(ROUTES, new Set(['sites.list']));
  assert.equal(kept, ROUTES.replace(/ {4}remove.*\n/, '').replace(/ {4}list: 'GET \/health'.*\n/, ''));
});

test('a call without a route, and a use that could hide a call, end the build', () => {
  assert.throws(() => keepCalled(ROUTES, new Set(['sites.make'])), /no sites\.make/);
  assert.throws(() => callsIn('const { sites } = client;', 'page.tsx'), /page\.tsx/);
  assert.throws(() => callsIn('const { sites } = createClient({});', 'page.tsx'), /page\.tsx/);
  assert.throws(() => callsIn('const api = createClient({});', 'page.tsx'), /page\.tsx/);
  assert.throws(() => callsIn("use(client['sites'])", 'page.tsx'), /page\.tsx/);
});
