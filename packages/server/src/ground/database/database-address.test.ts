import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../operate/config/config.ts';
import {
  databaseAddressFault,
  readDatabaseAddress,
  takingAnyHost,
  withDatabaseName,
} from './database-address.ts';

const SEVERAL =
  'postgresql://u:p%40s@h1:5432,h2,[2001:db8::1]:6432/db?target_session_attrs=read-write&sslmode=require';

test('several hosts are read as libpq reads them, each with an address of its own', () => {
  const { hosts, takesAny, place } = readDatabaseAddress(SEVERAL);
  assert.deepEqual(
    hosts.map(({ host, port, url }) => [host, port, url]),
    [
      ['h1', 5432, 'postgresql://u:p%40s@h1:5432/db?sslmode=require'],
      ['h2', 5432, 'postgresql://u:p%40s@h2:5432/db?sslmode=require'],
      ['2001:db8::1', 6432, 'postgresql://u:p%40s@[2001:db8::1]:6432/db?sslmode=require'],
    ],
  );
  assert.equal(takesAny, false);
  assert.equal(place, 'h1:5432,h2:5432,[2001:db8::1]:6432/db');
});

test('which of the hosts will do is read', () => {
  const takesAny = (parameters: string) => readDatabaseAddress(`postgres://a,b/db${parameters}`).takesAny;
  assert.equal(takesAny(''), false);
  assert.equal(takesAny('?target_session_attrs=primary'), false);
  for (const wanted of ['any', 'read-only', 'standby', 'prefer-standby']) {
    assert.equal(takesAny(`?target_session_attrs=${wanted}`), true, wanted);
  }
});

test('an address with one host is left to pg, as it is', () => {
  for (const [address, place] of [
    ['postgres://u:p@db.example.com/lonja?sslmode=verify-full', 'db.example.com/lonja'],
    ['postgres://127.0.0.1:5433/lonja', '127.0.0.1:5433/lonja'],
    ['postgresql:///lonja?host=/var/run/postgresql', '/lonja'],
  ]) {
    assert.deepEqual(readDatabaseAddress(address), { hosts: [], takesAny: false, place });
  }
});

test('what is no address is refused in words, without its password', () => {
  for (const [address, said] of [
    ['postgres://u:secret@h1:99999,h2/db', /^must name several hosts as in/],
    ['postgres://u:secret@h1:0,h2/db', /^must name several hosts as in/],
    ['postgres://u:secret@h1,,h2/db', /^must name several hosts as in/],
    ['postgres://u:secret@h1,h 2/db', /^must name several hosts as in/],
    ['postgres://u:secret@h1,h1:5432/db', /^must name each host once$/],
    ['postgres://u:secret@a,b,c,d,e,f,g,h,i/db', /^must name at most 8 hosts$/],
    ['postgres://u:secret@a,b/db?target_session_attrs=best', /^must have one of read-write, primary, any, /],
    ['postgres://u:secret@a,b/db?host=c', /^must name several hosts ahead of the database alone/],
    ['postgres://u:secret@h1:port/db', /^must be an address such as/],
    ['mysql://u:secret@h1/db', /^must be an address such as/],
  ] as const) {
    assert.match(databaseAddressFault(address) ?? '', said, address);
    assert.throws(
      () => readConfig({ DATABASE_URL: address }),
      ({ message }: Error) => message.includes('DATABASE_URL') && !message.includes('secret'),
    );
  }
});

test('another database of the same hosts, and any of several replicas', () => {
  assert.equal(withDatabaseName(SEVERAL, 'other'), SEVERAL.replace('/db?', '/other?'));
  assert.equal(withDatabaseName('postgres://u@h1', 'other'), 'postgres://u@h1/other');
  assert.equal(takingAnyHost(SEVERAL), SEVERAL);
  assert.equal(takingAnyHost('postgres://a/db'), 'postgres://a/db');
  assert.equal(takingAnyHost('postgres://a,b/db'), 'postgres://a,b/db?target_session_attrs=any');
  assert.equal(
    takingAnyHost('postgres://a,b/db?sslmode=require'),
    'postgres://a,b/db?sslmode=require&target_session_attrs=any',
  );
  const { databaseReplicaUrl } = readConfig({ DATABASE_REPLICA_URL: 'postgres://a,b/db' });
  assert.equal(databaseReplicaUrl, 'postgres://a,b/db?target_session_attrs=any');
});
