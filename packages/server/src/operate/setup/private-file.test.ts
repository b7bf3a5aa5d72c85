import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { readSealingKeys, readSessionSecrets } from './read-secrets.ts';

const dataDir = await mkdtemp(path.join(tmpdir(), 'lonja-keys-'));
const place = { dataDir, databaseUrl: undefined };
after(() => rm(dataDir, { recursive: true }));

test('first starts at once have one set of keys and one session secret', async () => {
  const starts = Array.from({ length: 20 }, () =>
    Promise.all([readSealingKeys(place), readSessionSecrets(place)]),
  );
  const seen = (await Promise.all(starts)).map(([[key], [secret]]) =>
    [key, secret].map((bytes) => Buffer.from(bytes ?? []).toString('base64url')).join(' '),
  );
  const kept = await Promise.all(
    ['sealing-keys', 'session-secret'].map((name) => readFile(path.join(dataDir, name), 'utf8')),
  );
  assert.deepEqual([...new Set(seen)], [kept.map((text) => text.trim()).join(' ')]);
  assert.deepEqual((await readdir(dataDir)).toSorted(), ['sealing-keys', 'session-secret']);
  assert.equal((await stat(path.join(dataDir, 'sealing-keys'))).mode & 0o777, 0o600);
});

test('with a database of others no secret is made, and those of earlier starts are used', async () => {
  const databaseUrl = 'postgres://127.0.0.1/lonja';
  const [keys, secret] = [await readSealingKeys(place), await readSessionSecrets(place)];
  assert.deepEqual(await readSealingKeys({ dataDir, databaseUrl }), keys);
  assert.deepEqual(await readSessionSecrets({ dataDir, databaseUrl }), secret);
  const empty = { dataDir: path.join(dataDir, 'elsewhere'), databaseUrl };
  for (const read of [readSealingKeys, readSessionSecrets]) {
    await assert.rejects(
      read(empty),
      /SESSION_SECRET and SEALING_KEYS must be set too, the same in every process/,
    );
  }
});
