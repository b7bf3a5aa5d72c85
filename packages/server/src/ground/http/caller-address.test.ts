import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressGroup, readAddress } from './caller-address.ts';

test('an IPv4 address is itself however it is written, an IPv6 address its /64', () => {
  assert.equal(addressGroup('203.0.113.7'), '203.0.113.7');
  assert.equal(addressGroup('::ffff:203.0.113.7'), '203.0.113.7');
  assert.equal(addressGroup('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64');
  assert.equal(addressGroup('2001:0db8:1:2::ffff'), addressGroup('2001:db8:1:2:3:4:5:6'));
  assert.equal(addressGroup('fe80::1%eth0'), addressGroup('fe80::2%eth0'));
  assert.equal(addressGroup('unknown'), 'unknown');
});

test('a port that a proxy names is no part of the address', () => {
  assert.equal(readAddress('203.0.113.7:4711'), '203.0.113.7');
  assert.equal(readAddress('[2001:db8::1]:443'), '2001:db8::1');
  assert.equal(readAddress('unknown'), undefined);
});
