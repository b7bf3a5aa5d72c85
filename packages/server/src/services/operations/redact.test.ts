import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redact } from './redact.ts';

test('what can be a secret is hidden and the rest stays', () => {
  const cases: [string, string][] = [
    ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 127.0.0.1:5432'],
    ['cannot reach postgres://lonja:p4ss@db:5432/lonja', 'cannot reach postgres://[hidden]@db:5432/lonja'],
    ['smtps://me%40x.org:a:b@mail.example.com said 535', 'smtps://[hidden]@mail.example.com said 535'],
    [
      'GET https://x.example.com/api?securityToken=ab-12&day=1',
      'GET https://x.example.com/api?securityToken=[hidden]&day=1',
    ],
    ['header x-api-key: "abc", day 2026-03-31', 'header x-api-key: "[hidden]", day 2026-03-31'],
    ['Authorization: Token abc', 'Authorization: [hidden] [hidden]'],
    ['key svc_0aB9 and whsec_x-y_z', 'key svc_[hidden] and whsec_[hidden]'],
    ['jwt eyJhbGciOi.eyJzdWIi.c2ln expired', 'jwt [hidden] expired'],
    ['{"password":"p/q"}', '{"password":"[hidden]"}'],
  ];
  for (const [message, expected] of cases) assert.equal(redact(message), expected);
});

test('only the first line is told, and not all of a long one', () => {
  assert.equal(redact('it failed\n    at file:///srv/app.ts:1'), 'it failed');
  const long = redact('x'.repeat(2000));
  assert.deepEqual([long.length, long.at(-1)], [500, '…']);
});
