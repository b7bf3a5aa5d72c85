import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatRoles, parseRoles } from './role-lines.ts';

test('roles are lines that are read as they are written', () => {
  const roles = { 'power desk': 'trader', 'cn=admins,dc=example': 'admin' } as const;
  assert.equal(formatRoles(roles), 'power desk = trader\ncn=admins,dc=example = admin');
  assert.deepEqual(parseRoles(`\n${formatRoles(roles)}\n`), roles);
  assert.deepEqual(parseRoles(''), {});
});

test('a line that is none is noticed', () => {
  for (const text of ['desk', 'desk = king', '= trader', 'desk =', 'desk = trader\nx']) {
    assert.equal(parseRoles(text), undefined, text);
  }
});
