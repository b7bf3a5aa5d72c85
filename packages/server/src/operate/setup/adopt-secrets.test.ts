import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { pino } from 'pino';
import { createTestDatabase } from '../../../test/database.ts';
import { createSealer, fingerprintOf, SEALING_KEY_BYTES } from '../../ground/secrets/sealing.ts';
import {
  findFingerprint,
  forgetFingerprint,
  hasSealingKey,
} from '../../ground/secrets/secret-fingerprints.ts';
import { startSealingWatch } from '../telemetry/sealing-watch.ts';
import { createTenant } from '../../people/access/create-identities.ts';
import { sealingPurpose } from '../../outbound/webhooks/sign.ts';
import { adoptSealingKeys, adoptSessionSecrets } from './adopt-secrets.ts';

const newKey = () => randomBytes(SEALING_KEY_BYTES);
const REFUSAL = /None of the sealing keys .* is the one .* start once with SEALING_KEYS_LOST=true/;

/** A database with processes on it, and what their logs warn of. */
async function installation() {
  const { db, drop } = await createTestDatabase();
  const said: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void said.push(line) });
  const processWith = (...keys: Buffer[]) => ({ db, sealer: createSealer(keys), logger });
  /** As an earlier release left it: a sealed secret, and no fingerprint. */
  const seal = async (key: Buffer) => {
    const tenantId = await createTenant(
      { db, clock: { now: () => Date.parse('2026-03-30T10:00:00Z') } },
      { name: 'Test' },
    );
    const id = '01900000-0000-7000-8000-000000000001';
    const secret = createSealer([key]).seal('whsec_1', sealingPurpose(id));
    await db
      .insertInto('webhook_endpoint')
      .values({
        id,
        tenant_id: tenantId,
        name: 'test',
        url: 'https://example.com/',
        events: ['forecast.published'],
        state: 'active',
        secret,
        created_at: new Date(),
        updated_at: new Date(),
      })
      .execute();
    const read = async (opener: Buffer) => {
      const row = await db
        .selectFrom('webhook_endpoint')
        .select('secret')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return createSealer([opener]).open(row.secret, sealingPurpose(id));
    };
    return { read };
  };
  return { db, drop, said, processWith, seal };
}

test('of two processes with different keys on a new database one is refused, whichever comes first', async () => {
  const { db, drop, processWith } = await installation();
  const starts = await Promise.allSettled(
    [newKey(), newKey()].map((key) => adoptSealingKeys(processWith(key))),
  );
  assert.deepEqual(starts.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  const refused = starts.find((start) => start.status === 'rejected');
  assert.match(String(refused?.reason), REFUSAL);
  assert.match((await findFingerprint(db, 'sealing_key')) ?? '', /^[\w-]{43}$/);
  await drop();
});

test('a new key in front becomes that of the database once secrets are sealed with it; the old one alone is refused', async () => {
  const { db, drop, processWith, seal } = await installation();
  const [old, next] = [newKey(), newKey()];
  const { read } = await seal(old);
  await adoptSealingKeys(processWith(old));
  const running = startSealingWatch(processWith(old));
  await running.look();
  assert.equal(running.hasKey(), true);
  // Behind the old one first, as where processes are restarted in turn.
  await adoptSealingKeys(processWith(old, next));
  assert.equal(await findFingerprint(db, 'sealing_key'), fingerprintOf(old));
  await adoptSealingKeys(processWith(next, old));
  assert.equal(await findFingerprint(db, 'sealing_key'), fingerprintOf(next));
  assert.equal(await read(next), 'whsec_1');
  await adoptSealingKeys(processWith(next));
  await assert.rejects(adoptSealingKeys(processWith(old)), REFUSAL);
  await running.look();
  assert.equal(running.hasKey(), false);
  running.stop();
  await drop();
});

test('a database of an earlier release takes the keys that have sealed something there, and no others', async () => {
  const { db, drop, processWith, seal } = await installation();
  const [key, other] = [newKey(), newKey()];
  const { read } = await seal(key);
  await assert.rejects(adoptSealingKeys(processWith(other)), REFUSAL);
  assert.equal(await findFingerprint(db, 'sealing_key'), undefined);
  assert.equal(
    await hasSealingKey(db, [fingerprintOf(other)]),
    true,
    'nothing is recorded to hold keys against',
  );
  await adoptSealingKeys(processWith(other, key));
  assert.equal(await findFingerprint(db, 'sealing_key'), fingerprintOf(other));
  assert.equal(await read(other), 'whsec_1');
  await drop();
});

test('keys that are lost are given up on request, with a warning, and what they sealed stays closed', async () => {
  const { db, drop, said, processWith, seal } = await installation();
  const [lost, next] = [newKey(), newKey()];
  const { read } = await seal(lost);
  await adoptSealingKeys(processWith(lost));
  await adoptSealingKeys(processWith(next), { areLost: true });
  assert.match(said.join(''), /are given up: .*unset SEALING_KEYS_LOST/);
  assert.equal(await findFingerprint(db, 'sealing_key'), fingerprintOf(next));
  assert.equal(await read(lost), 'whsec_1');
  // Of a database without a fingerprint too.
  await forgetFingerprint(db, 'sealing_key');
  await adoptSealingKeys(processWith(newKey()), { areLost: true });
  await drop();
});

test('another session secret is warned of; a new one in front of the old is not', async () => {
  const { drop, said, processWith } = await installation();
  const context = processWith(newKey());
  const [first, second, third] = [newKey(), newKey(), newKey()];
  await adoptSessionSecrets(context, [first]);
  await adoptSessionSecrets(context, [second, first]);
  await adoptSessionSecrets(context, [second]);
  assert.deepEqual(said, []);
  await adoptSessionSecrets(context, [third]);
  assert.equal(said.length, 1);
  assert.match(said[0], /SESSION_SECRET is not the one .* people sign in again/);
  await drop();
});
