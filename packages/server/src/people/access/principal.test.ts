import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Access, actorOf, assertAccess, type Principal, ROLES } from './principal.ts';

const session: Principal = {
  credentialId: 'session:1',
  tenantId: 't',
  userId: 'u',
  sessionId: 's',
  keyId: undefined,
  role: 'viewer',
  isSuperadmin: false,
  scopes: undefined,
  products: [],
  requestsPerMinute: 60,
  tenantRequestsPerMinute: 600,
};
const key: Principal = { ...session, userId: undefined, sessionId: undefined, keyId: 'k' };

function isLetIn(principal: Principal, access: Access): boolean {
  try {
    assertAccess(principal, access);
    return true;
  } catch {
    return false;
  }
}

test('each role may do what the ones before it may, and nothing of the ones behind it', () => {
  for (const [i, role] of ROLES.entries()) {
    for (const [j, least] of ROLES.entries()) {
      assert.equal(isLetIn({ ...session, role }, { role: least }), i >= j, `${role} as ${least}`);
    }
  }
});

test('a key is kept from what takes a session, and a superadmin is a session', () => {
  assert.deepEqual(
    [isLetIn(session, { sessionOnly: true }), isLetIn(key, { sessionOnly: true })],
    [true, false],
  );
  assert.equal(isLetIn({ ...session, role: 'admin' }, { superadminOnly: true }), false);
  assert.equal(isLetIn({ ...session, isSuperadmin: true }, { superadminOnly: true }), true);
  assert.equal(isLetIn({ ...key, isSuperadmin: true }, { superadminOnly: true }), false);
});

test('a key with scopes does what its scopes name and what takes no role', () => {
  const scoped: Principal = { ...key, role: 'admin', scopes: ['forecasts:read'] };
  assert.equal(isLetIn(scoped, { scope: 'forecasts:read' }), true);
  assert.equal(isLetIn(scoped, { scope: 'market:read' }), false);
  assert.equal(isLetIn(scoped, { anyScope: ['market:read', 'forecasts:read'] }), true);
  assert.equal(isLetIn(scoped, { anyScope: ['market:read', 'metrics:read'] }), false);
  assert.equal(isLetIn(key, { anyScope: ['market:read'] }), true);
  assert.equal(isLetIn(scoped, {}), true);
  assert.equal(isLetIn(scoped, { role: 'viewer' }), false);
  assert.equal(isLetIn(scoped, { role: 'admin', scope: 'forecasts:read' }), true);
});

test('the audit names the user of a session and the key of a key', () => {
  assert.deepEqual(actorOf(session), { kind: 'user', id: 'u' });
  assert.deepEqual(actorOf(key), { kind: 'api_key', id: 'k' });
});
