import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { packTar, unpackTar } from 'modern-tar';
import { readOperatorConfig } from '../../src/operate/config/config.ts';
import {
  backUpWith,
  type BackupRequest,
  checkUpgradeWith,
  drillWith,
  type RestoreRequest,
  restoreWith,
} from '../../src/start/operate-backup.ts';
import { createSealer } from '../../src/ground/secrets/sealing.ts';
import { readSealingKeys, readSessionSecrets } from '../../src/operate/setup/read-secrets.ts';
import { sealingPurpose } from '../../src/outbound/webhooks/sign.ts';
import { type Db, openDatabase, withTenant } from '../../src/ground/database/database.ts';
import { startEmbeddedPostgres } from '../../src/ground/embedded-postgres/start-embedded-postgres.ts';
import { findLastBackup, measureBackupAges } from '../../src/operate/backup/backup-notes.ts';
import { listMigrations, migrateTo } from '../../src/ground/database/migrate.ts';
import { createTestDatabase } from '../database.ts';
import { createTestApi } from '../http/test-api.ts';
import { databaseUrl } from '../test-cluster.ts';
import { createTestClock } from '../test-clock.ts';
import { digestTables, fillInstallation } from './installation.ts';

const NOW = '2026-03-30T10:05:00Z';
const PASSPHRASE = 'correct horse battery';

const folder = await mkdtemp(path.join(tmpdir(), 'lonja-backup-'));
await chmod(folder, 0o755);
const dataDir = path.join(folder, 'data');
await mkdir(dataDir);
const source = await createTestDatabase();
const filled = await fillInstallation({ db: source.db, clock: createTestClock(NOW) }, dataDir);
const origin = { DATABASE_URL: source.url, DATA_DIR: dataDir, LONJA_BACKUP_PASSPHRASE: PASSPHRASE };
after(async () => {
  await source.drop();
  await rm(folder, { recursive: true });
});

type Variables = Record<string, string>;

const backUp = async (request: BackupRequest, variables: Variables) =>
  backUpWith(readOperatorConfig(variables), request);
const restore = async (request: RestoreRequest, variables: Variables) =>
  restoreWith(readOperatorConfig(variables), request);
const checkUpgrade = async (variables: Variables) => checkUpgradeWith(readOperatorConfig(variables));

const plain = { withSecrets: false, mayReplace: false, passphraseFile: undefined };
const wanted = { forDrill: false, withoutSecrets: false, passphraseFile: undefined };

/** A backup of the installation; the name says what for. */
async function backupOf(name: string, options: Partial<typeof plain> = {}): Promise<string> {
  const file = path.join(folder, `${name}.tar`);
  await backUp({ ...plain, ...options, file }, origin);
  return file;
}

/** An empty database in the same cluster, of an owner who is no superuser and sees no more than it owns. */
async function createEmptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const { db } = source;
  await sql.raw(`create role ${name} login password 'secret'`).execute(db);
  await sql.raw(`grant lonja_tenant to ${name}`).execute(db);
  await sql.raw(`create database ${name} owner ${name}`).execute(db);
  const url = new URL(databaseUrl(source.url, name));
  url.username = name;
  url.password = 'secret';
  return {
    url: url.href,
    async drop() {
      await sql.raw(`drop database ${name} with (force)`).execute(db);
      await sql.raw(`drop role ${name}`).execute(db);
    },
  };
}

async function inDatabase<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase(url, { maxConnections: 2 });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** Writes a value and how many there are in one transaction, again and again. */
function startWriter(db: Db): { stop(): Promise<number> } {
  const stopped = new AbortController();
  const write = async () => {
    let written = 0;
    for (; !stopped.signal.aborted; written++) {
      await db.transaction().execute(async (tx) => {
        await sql`insert into quarantine (feed_id, start_at, reason, value, recorded_at)
          select max(id), now(), 'test', ${written}, now() from feed`.execute(tx);
        await sql`update service_state set value = to_jsonb(${written + 1}::int) where key = 'written'`.execute(
          tx,
        );
      });
      await sleep(10);
    }
    return written;
  };
  const writing = write();
  return {
    async stop() {
      stopped.abort();
      return writing;
    },
  };
}

test('a backup beside a writer is of one instant; restored into a new folder, keys and secrets work', async () => {
  const writer = startWriter(source.db);
  const file = await backupOf('secrets', { withSecrets: true });
  const written = await writer.stop();
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.ok(!(await readFile(file)).includes(await sessionSecretText()), 'secrets are encrypted');

  const target = path.join(folder, 'restored');
  const environment = { DATA_DIR: target, LONJA_BACKUP_PASSPHRASE: PASSPHRASE };
  const { text } = await restore({ ...wanted, forDrill: true, file }, environment);
  assert.match(text, /restored: \d+ rows, as of /);
  await assert.rejects(
    restore({ ...wanted, withoutSecrets: true, file }, environment),
    /holds data of Lonja already/,
  );

  const server = await startEmbeddedPostgres({ dataDir: target, durable: false });
  try {
    await inDatabase(server.databaseUrl, async (db) => {
      const { rows } = await sql<{ values: number; counted: number }>`
        select (select count(*)::int from quarantine) as values,
          (select value::int from service_state where key = 'written') as counted`.execute(db);
      assert.equal(rows[0].values, rows[0].counted);
      assert.ok(rows[0].counted <= written);

      const keys = await readSealingKeys({ dataDir: target, databaseUrl: undefined });
      const endpoint = await db
        .selectFrom('webhook_endpoint')
        .select(['id', 'secret', 'state'])
        .executeTakeFirstOrThrow();
      const opened = createSealer(keys).open(endpoint.secret, sealingPurpose(endpoint.id));
      assert.deepEqual([endpoint.id, opened], [filled.endpointId, filled.webhookSecret]);

      const waiting =
        await sql`select id from mail_queue union select delivery_id from webhook_queue`.execute(db);
      assert.deepEqual([endpoint.state, waiting.rows], ['disabled', []], 'a copy for a drill sends nothing');

      const database = { db, url: server.databaseUrl, drop: async () => {} };
      const api = await createTestApi(NOW, {
        database,
        sessionSecrets: await readSessionSecrets({ dataDir: target, databaseUrl: undefined }),
      });
      try {
        for (const [url, token] of [
          ['/api/v1/markets', filled.apiKey],
          ['/api/v1/auth/me', filled.sessionToken],
        ] as const) {
          const headers = { authorization: `Bearer ${token}` };
          assert.equal((await api.app.inject({ url, headers })).statusCode, 200);
        }
      } finally {
        await api.close();
      }
    });
  } finally {
    await server.stop();
  }
});

async function sessionSecretText(): Promise<string> {
  return (await readFile(path.join(dataDir, 'session-secret'), 'utf8')).trim();
}

test('on another server an owner without rights of a superuser gets every row, and tenants see their own', async () => {
  const file = await backupOf('plain');
  const target = await createEmptyDatabase();
  const empty = path.join(folder, 'nothing');
  try {
    const { text } = await restore({ ...wanted, file }, { DATABASE_URL: target.url, DATA_DIR: empty });
    assert.match(text, /people sign in again/);
    assert.match(text, /1 secrets of webhooks and second factors cannot be opened: .*SEALING_KEYS/);
    await assert.rejects(stat(empty), { code: 'ENOENT' });
    await inDatabase(target.url, async (db) => {
      assert.deepEqual(await digestTables(db), await digestTables(source.db));
      const seen = await withTenant(db, filled.tenantId, (tx) =>
        tx.selectFrom('tenant').select('id').execute(),
      );
      assert.deepEqual(seen, [{ id: filled.tenantId }]);
      const version = (of: Db) => of.selectFrom('data_version').select('version').executeTakeFirstOrThrow();
      assert.ok(Number((await version(db)).version) > 1e9 + Number((await version(source.db)).version) - 1e6);
      const nextId = async (of: Db) =>
        (
          await sql<{ id: number }>`insert into feed (series, source, resolution, unit)
          values ('x', 'test', 'PT1H', 'MW') returning id`.execute(of)
        ).rows[0].id;
      assert.equal(await nextId(db), 2);
      assert.deepEqual(await findLastBackup(db), await findLastBackup(source.db));
      const { rows } = await sql<{ fires: boolean }>`
        select bool_and(tgenabled = 'O') as fires from pg_trigger where not tgisinternal`.execute(db);
      assert.equal(rows[0].fires, true);
    });
  } finally {
    await target.drop();
  }
});

test('a drill restores a copy, says what is in it, is noted, and leaves nothing behind', async () => {
  const file = await backupOf('drill', { withSecrets: true });
  const drill = async (name: string, variables: Variables = origin) =>
    drillWith(readOperatorConfig(variables), { file: name, passphraseFile: undefined });
  const copies = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('lonja-drill-'));
  const before = await copies();
  await sql`update kysely_migration set timestamp = (now() - interval '3 days')::text`.execute(source.db);
  assert.ok((await measureBackupAges(source.db)).drillS > 2 * 86_400, 'counted from the installation');

  const found = await drill(file);
  assert.match(found.text, /can be restored: \d+ rows in .* s; the copy is deleted again\./);
  assert.deepEqual([found.secrets_tried, found.newest_run_at], [true, null]);
  const ages = await measureBackupAges(source.db);
  assert.ok(ages.drillS < 600 && ages.backupS < 600, JSON.stringify(ages));
  assert.deepEqual(await copies(), before);

  const cut = path.join(folder, 'drill-cut.tar');
  await writeFile(cut, (await readFile(file)).subarray(0, 20_000));
  await assert.rejects(drill(cut), /is damaged or cut off/);
  const other = await createTestDatabase();
  const otherDir = path.join(folder, 'other');
  await mkdir(otherDir);
  await fillInstallation({ db: other.db, clock: createTestClock(NOW) }, otherDir);
  const elsewhere = { ...origin, DATABASE_URL: other.url };
  await assert.rejects(drill(file, elsewhere), /is of another installation; name a backup of this one/);
  await other.drop();
  assert.deepEqual(await copies(), before);
});

test('what is damaged, cut off, of a newer program or no backup is refused before anything is written', async () => {
  const file = path.join(folder, 'secrets.tar');
  const bytes = await readFile(file);
  const entries = await unpackTar(bytes);
  const changed = (name: string, change: (json: Record<string, unknown>) => object) =>
    packTar(
      entries.map((entry) => {
        if (entry.header.name !== name) return entry;
        const data = Buffer.from(
          JSON.stringify(change(JSON.parse(Buffer.from(entry.data ?? []).toString()))),
        );
        return { header: { ...entry.header, size: data.length }, data };
      }),
    );
  const flipped = Buffer.from(bytes);
  const at = bytes.indexOf('tables/observation/') + 700;
  flipped[at] = (flipped[at] ?? 0) ^ 1;
  const newer = (manifest: Record<string, unknown>) => ({
    ...manifest,
    migrations: [...Object.values(manifest['migrations'] ?? {}), '9999-newer'],
  });
  const target = path.join(folder, 'refused');
  const cases: [Uint8Array, RegExp][] = [
    [bytes.subarray(0, bytes.length / 2), /is damaged or cut off/],
    [bytes.subarray(0, bytes.lastIndexOf('manifest.json')), /is damaged or cut off/],
    [
      await packTar(entries.filter(({ header }) => header.name !== 'manifest.json')),
      /is damaged or cut off \(its end is missing\)/,
    ],
    [bytes.subarray(0, 0), /is damaged or cut off/],
    [flipped, /is damaged or cut off \(tables\/observation\/00001\.copy\.zst\); use another backup/],
    [Buffer.from('a text '.repeat(500)), /is damaged or cut off|is not a backup/],
    [
      await changed('manifest.json', newer),
      /newer version of Lonja \(.*, with 9999-newer\); restore it with/,
    ],
    [await changed('manifest.json', (json) => ({ ...json, format: 2 })), /by a newer program, in a format/],
  ];
  for (const [contents, reason] of cases) {
    const other = path.join(folder, 'other.tar');
    await writeFile(other, contents);
    await assert.rejects(
      restore({ ...wanted, file: other }, { DATA_DIR: target, LONJA_BACKUP_PASSPHRASE: PASSPHRASE }),
      (error: Error) => error.name === 'OperatorError' && reason.test(error.message),
    );
  }
  const wrong = { DATA_DIR: target, LONJA_BACKUP_PASSPHRASE: 'another passphrase' };
  await assert.rejects(restore({ ...wanted, file }, wrong), /The passphrase is not that of /);
  await assert.rejects(
    restore({ ...wanted, file }, { DATA_DIR: target }),
    /holds secrets; set LONJA_BACKUP_/,
  );
  await assert.rejects(stat(target), { code: 'ENOENT' });
});

test('a backup of an older version is migrated once it is restored', async () => {
  const [older, target] = [await createEmptyDatabase(), await createEmptyDatabase()];
  const { done } = await listMigrations(source.db);
  const [last, beforeLast] = [done.at(-1), done.at(-2)];
  try {
    await inDatabase(older.url, async (db) => {
      await db.transaction().execute((tx) => migrateTo(tx, done.slice(0, -2)));
      await sql`insert into tenant (id, name) values (gen_random_uuid(), 'Old')`.execute(db);
    });
    const environment = { DATABASE_URL: older.url, DATA_DIR: dataDir };
    const { verdict, checks } = await checkUpgrade(environment);
    assert.equal(verdict, 'warning');
    const textOf = (name: string) => checks.find((check) => check.name === name)?.text ?? '';
    assert.match(textOf('schema'), new RegExp(`the next start runs 2: ${beforeLast}, ${last}$`));
    const file = path.join(folder, 'older.tar');
    await backUp({ ...plain, file }, environment);
    assert.equal((await checkUpgrade(environment)).verdict, 'ok');
    const { text } = await restore({ ...wanted, file }, { DATABASE_URL: target.url, DATA_DIR: dataDir });
    assert.match(text, new RegExp(`Migrations that came later have run: ${beforeLast}, ${last}\\.`));
    await inDatabase(target.url, async (db) => {
      assert.deepEqual((await listMigrations(db)).waiting, []);
      assert.deepEqual(await db.selectFrom('tenant').select('name').execute(), [{ name: 'Old' }]);
    });
    await inDatabase(older.url, async (db) => {
      assert.equal((await listMigrations(db)).waiting.length, 2, 'a backup migrates nothing');
      await sql`insert into kysely_migration (name, timestamp) values ('9999-newer', '')`.execute(db);
    });
    assert.equal((await checkUpgrade(environment)).verdict, 'fault');
    await assert.rejects(
      backUp({ ...plain, file: `${file}.new` }, environment),
      /9999-newer\); back it up with that/,
    );
  } finally {
    await older.drop();
    await target.drop();
  }
});

test('a file that is there is replaced only when that is asked for, and nothing half is left', async () => {
  const file = path.join(folder, 'plain.tar');
  const before = await readFile(file);
  await assert.rejects(backupOf('plain'), /is there already; name another file, or replace it with --force/);
  assert.deepEqual(await readFile(file), before);
  await backupOf('plain', { mayReplace: true });
  await assert.rejects(
    backUp({ ...plain, file: path.join(folder, 'no', 'x.tar') }, origin),
    /Cannot write .*ENOENT/,
  );
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.endsWith('.part')),
    [],
  );
});
