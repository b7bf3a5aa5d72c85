import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hideSecrets } from './hide-secrets.ts';

test('what can be a secret is hidden and the rest stays', () => {
  const cases: [string, string][] = [
    ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 127.0.0.1:5432'],
    ['cannot reach postgres://lonja:p4ss@db:5432/lonja', 'cannot reach postgres://[hidden]@db:5432/lonja'],
    ['smtps://me%40x.org:a:b@mail.example.com said 535', 'smtps://[hidden]@mail.example.com said 535'],
    ['GET https://x.example.com/api?securityToken=ab-12&day=1', 'GET https://x.example.com/api?[hidden]'],
    ['header x-api-key: "abc", day 2026-03-31', 'header x-api-key: "[hidden]", day 2026-03-31'],
    ['Authorization: Token abc', 'Authorization: [hidden] [hidden]'],
    ['key svc_0aB9 and whsec_x-y_z', 'key svc_[hidden] and whsec_[hidden]'],
    ['jwt eyJhbGciOi.eyJzdWIi.c2ln expired', 'jwt [hidden] expired'],
    ['{"password":"p/q"}', '{"password":"[hidden]"}'],
  ];
  for (const [message, expected] of cases) assert.equal(hideSecrets(message), expected);
});

test('a line of JSON stays one, and keeps what is no secret', () => {
  const line = {
    level: 'warn',
    tokens: 5,
    tokenVersion: 2,
    isTokenKnown: true,
    token: null,
    secretNames: { a: 1 },
    password: 'p"q\\r',
    url: '/invite?token=abc&x="y"',
    error: { message: 'GET "/auth/invitations/lookup?token=Zx_9" failed: {"apiKey":"svc_12"}? Really?' },
    stack: 'Error: no\n    at file:///srv/lonja/http.ts:1:2',
  };
  const shown: unknown = JSON.parse(hideSecrets(JSON.stringify(line)));
  assert.deepEqual(shown, {
    ...line,
    password: '[hidden]"q\\r',
    url: '/invite?[hidden]"y"',
    error: { message: 'GET "/auth/invitations/lookup?[hidden]" failed: {"apiKey":"[hidden]"}? Really?' },
  });
});
