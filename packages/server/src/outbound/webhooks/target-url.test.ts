import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublicAddress } from './target-url.ts';

test('addresses of the public internet are public', () => {
  for (const address of [
    '1.1.1.1',
    '93.184.216.34',
    '223.255.255.254',
    '2606:4700::1111',
    '2a00:1450:4003::5',
  ]) {
    assert.equal(isPublicAddress(address), true, address);
  }
});

/** First and last addresses of the special-purpose blocks of RFC 6890 and its successors, and of what clouds add. */
const SPECIAL = [
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['private', '10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255'],
  ['shared (CGNAT)', '100.64.0.0', '100.127.255.255', '100.100.100.200'],
  ['loopback', '127.0.0.1', '127.255.255.255', '::1'],
  ['link-local and metadata', '169.254.0.0', '169.254.169.254', '169.254.170.2', 'fe80::1', 'febf::1'],
  ['platform', '168.63.129.16', 'fd00:ec2::254', '192.0.0.192'],
  ['protocol assignments', '192.0.0.0', '192.0.0.255'],
  ['documentation', '192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  ['benchmarking', '198.18.0.0', '198.19.255.255', '2001:2::1'],
  ['6to4', '192.88.99.1', '2002:7f00:1::1', '2002:a00::1'],
  ['multicast', '224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  ['reserved', '240.0.0.1', '255.255.255.255'],
  ['unspecified', '::'],
  ['v4-mapped', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:1.1.1.1', '::ffff:7f00:1'],
  ['v4-compatible', '::127.0.0.1', '::1.1.1.1', '::7f00:1'],
  ['v4-translated', '::ffff:0:127.0.0.1'],
  ['NAT64', '64:ff9b::7f00:1', '64:ff9b::1.1.1.1', '64:ff9b:1::a00:1'],
  ['Teredo', '2001::1'],
  ['ORCHID', '2001:10::1', '2001:20::1'],
  ['discard', '100::1'],
  ['unique local', 'fc00::1', 'fdff:ffff::1'],
  ['site-local', 'fec0::1'],
  ['segment routing', '5f00::1'],
  ['not yet given out', '4000::1', '8000::1', 'e000::1'],
] as const;
for (const [name, ...addresses] of SPECIAL) {
  test(`${name} is not public`, () => {
    for (const address of addresses) assert.equal(isPublicAddress(address), false, address);
  });
}

test('text that is no address is not public', () => {
  for (const text of ['', 'localhost', 'example.com', '1.1.1', '::1%lo', 'fe80::1%eth0', '1.1.1.1/8']) {
    assert.equal(isPublicAddress(text), false, text);
  }
});
