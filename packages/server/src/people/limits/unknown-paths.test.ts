import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRouteMethods } from './unknown-paths.ts';

const methods = createRouteMethods();
methods.add('/', ['GET']);
methods.add('/*', ['GET']);
methods.add('/sites', ['POST']);
methods.add('/sites', ['GET']);
methods.add('/sites', ['HEAD']);
methods.add('/sites/:id', ['PATCH', 'DELETE']);
methods.add('/sites/summary', ['GET']);
methods.add('/sites/:id/plan', ['GET']);

test('a path has the methods of all routes that it fits, in the usual order', () => {
  const cases: [string, string[]][] = [
    ['/', ['GET', 'OPTIONS']],
    ['/sites', ['GET', 'HEAD', 'POST', 'OPTIONS']],
    ['/sites/7', ['PATCH', 'DELETE', 'OPTIONS']],
    ['/sites/summary', ['GET', 'PATCH', 'DELETE', 'OPTIONS']],
    ['/sites/7/plan', ['GET', 'OPTIONS']],
  ];
  for (const [path, expected] of cases) assert.deepEqual(methods.of(path), expected, path);
});

test('a path that fits no route has no methods, whatever answers all paths', () => {
  for (const path of ['', '*', '/site', '/sites/', '/sites//plan', '/sites/7/plans', '/sites/7/plan/x']) {
    assert.deepEqual(methods.of(path), [], path);
  }
});
