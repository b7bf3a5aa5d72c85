import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAddressCheck, readNetwork } from './address-list.ts';

const networkOf = (text: string) => {
  const read = readNetwork(text);
  return 'network' in read ? read.network : undefined;
};

test('addresses and networks are read into one form each', () => {
  const forms = {
    '203.0.113.7': '203.0.113.7',
    ' 203.0.113.7 ': '203.0.113.7',
    '203.0.113.7/32': '203.0.113.7',
    '198.51.100.0/24': '198.51.100.0/24',
    '0.0.0.0/0': '0.0.0.0/0',
    '2001:DB8:0:0::1': '2001:db8::1',
    '2001:db8::/32': '2001:db8::/32',
    '2001:db8::1/128': '2001:db8::1',
    '::/0': '::/0',
    '::ffff:203.0.113.7': '203.0.113.7',
    '::ffff:198.51.100.0/120': '198.51.100.0/24',
  };
  for (const [text, network] of Object.entries(forms)) assert.equal(networkOf(text), network, text);
});

test('what is no address or network is refused, with what to send where that is clear', () => {
  const odd = [
    '',
    'example.com',
    '10.1',
    '010.0.0.1',
    '0x7f000001',
    '1.2.3.4:80',
    '[::1]',
    'fe80::1%eth0',
    '10.0.0.0/33',
  ];
  const bad = [
    ...odd,
    '10.0.0.0/',
    '10.0.0.0/08',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '2001:db8::/129',
    '::ffff:0.0.0.0/95',
  ];
  for (const text of bad) assert.equal(networkOf(text), undefined, text);
  assert.deepEqual(readNetwork('198.51.100.9/24'), {
    fault: '198.51.100.9/24 is not the first address of its network; send 198.51.100.0/24 or 198.51.100.9.',
  });
});

test('an address is in a network of its own family alone, from its first to its last address', () => {
  const isIn = createAddressCheck(['198.51.100.0/24', '203.0.113.7', '2001:db8:1::/48']);
  for (const address of [
    '198.51.100.0',
    '198.51.100.255',
    '203.0.113.7',
    '2001:db8:1::',
    '2001:db8:1:ffff::9',
  ]) {
    assert.equal(isIn(address), true, address);
  }
  for (const address of [
    '198.51.99.255',
    '198.51.101.0',
    '203.0.113.8',
    '2001:db8:2::',
    '::1',
    '',
    'unknown',
  ]) {
    assert.equal(isIn(address), false, address);
  }
  assert.equal(createAddressCheck(['0.0.0.0/0'])('2001:db8::1'), false);
  assert.equal(createAddressCheck(['::/0'])('203.0.113.7'), false);
});
