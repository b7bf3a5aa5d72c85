import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkOf } from './network-of.ts';

test('an IPv4 address is itself however it is written, an IPv6 address its /64', () => {
  assert.equal(networkOf('203.0.113.7'), '203.0.113.7');
  assert.equal(networkOf('::ffff:203.0.113.7'), '203.0.113.7');
  assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64');
  assert.equal(networkOf('2001:0db8:1:2::ffff'), networkOf('2001:db8:1:2:3:4:5:6'));
  assert.equal(networkOf('fe80::1%eth0'), networkOf('fe80::2%eth0'));
  assert.equal(networkOf('unknown'), 'unknown');
});
