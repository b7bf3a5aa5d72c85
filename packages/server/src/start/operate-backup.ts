import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Config } from '../operate/config/config.ts';
import { createDoctorContext } from './context.ts';
import { OperatorError } from '../ground/errors.ts';
import { openServer } from './open-server.ts';
import { packageVersion } from '../package-version.ts';
import { type Progress, terminalProgress } from '../ground/telemetry/progress.ts';
import { createSealer } from '../ground/secrets/sealing.ts';
import { decrypt, encrypt, readPassphrase } from '../operate/backup/passphrase.ts';
import { checkArchive, type CheckedArchive } from '../operate/backup/archive.ts';
import { refuseNewer, refuseUsed, restoreBackup } from '../operate/backup/restore-backup.ts';
import {
  findSealingKeys,
  parseSecrets,
  placeSecrets,
  readSecrets,
  refuseOtherSecrets,
  type Secrets,
} from '../operate/backup/secrets.ts';
import { writeBackup } from '../operate/backup/write-backup.ts';
import { type Check, fault, reasonOf, type Verdict, verdictOf } from '../operate/doctor/check.ts';
import { checkUpgrade } from '../operate/upgrade/check-upgrade.ts';
import { noteDrill } from '../operate/backup/backup-notes.ts';
import type { Db } from '../ground/database/database.ts';
import { hasCluster } from '../ground/embedded-postgres/has-cluster.ts';
import { findRecord } from '../ground/embedded-postgres/record.ts';
import { listSealedByKey } from '../ground/secrets/sealed-columns.ts';
import { forgetFingerprint } from '../ground/secrets/secret-fingerprints.ts';
import { openSession, type Session } from '../ground/database/session.ts';
import { listTenants } from '../people/tenants/store.ts';

export interface BackupRequest {
  file: string;
  mayReplace: boolean;
  withSecrets: boolean;
  passphraseFile: string | undefined;
}

export interface RestoreRequest {
  file: string;
  /** Keeps the copy from sending what waited, and its webhooks still. */
  forDrill: boolean;
  withoutSecrets: boolean;
  passphraseFile: string | undefined;
}

/** What a backup came to: `text` for a person, the figures for a program. */
export interface BackupOutcome {
  text: string;
  file: string;
  rows: number;
  tables: number;
  bytes: number;
  with_secrets: boolean;
}

export interface RestoreOutcome {
  text: string;
  place: string;
  rows: number;
  made_at: string;
  migrations: string[];
  left_out: string[];
}

export interface DrillRequest {
  file: string;
  passphraseFile: string | undefined;
}

/** What a restore drill found; `newest_run_at` is null where the copy has no forecast. */
export interface DrillOutcome {
  text: string;
  file: string;
  rows: number;
  made_at: string;
  duration_s: number;
  newest_run_at: string | null;
  secrets_tried: boolean;
}

const INTERRUPTED_EXIT_CODE = 130;
const COMPARED_TENANTS = 100;
const MIB = 2 ** 20;
const PASSPHRASE_HELP = 'set LONJA_BACKUP_PASSPHRASE or --passphrase-file';

/** Writes a backup of the service's database, while the service runs or not. */
export async function backUpWith(config: Config, request: BackupRequest): Promise<BackupOutcome> {
  const secrets = request.withSecrets ? await encryptedSecrets(config, request.passphraseFile) : undefined;
  return withSession(config, { mayCreate: false }, async (session) => {
    const startedAt = performance.now();
    const { manifest, bytes } = await writeBackup(
      { ...session, program: packageVersion(), now: Date.now, progress: progressOnStderr() },
      { ...request, secrets },
    );
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const size = `${(bytes / MIB).toFixed(1)} MiB`;
    const text = [
      `${request.file}: ${rows} rows of ${manifest.tables.length} tables, ${size}, in ${secondsSince(startedAt)} s.`,
      secrets === undefined
        ? 'It is without secrets: keep sealing-keys and session-secret of the data folder apart, or use --with-secrets.'
        : 'Its secrets are encrypted: keep the passphrase apart from it.',
    ].join('\n');
    const { length: tables } = manifest.tables;
    return { text, file: request.file, rows, tables, bytes, with_secrets: secrets !== undefined };
  });
}

/** Restores a backup into an empty data folder or database. Everything is checked before anything is written. */
export async function restoreWith(config: Config, request: RestoreRequest): Promise<RestoreOutcome> {
  const startedAt = performance.now();
  const progress = progressOnStderr();
  const archive = await checkArchive(request.file, (done, total) => progress('Checking, MiB', done, total));
  refuseNewer(archive);
  const secrets = await decryptedSecrets(config, archive, request);
  if (secrets !== undefined) await refuseOtherSecrets(config, secrets);
  return withSession(config, { mayCreate: true }, async (session, place) => {
    await refuseUsed(session.db);
    const beforeCommit = async () => {
      if (secrets !== undefined) await placeSecrets(config, secrets);
    };
    const restored = await restoreBackup({ ...session, progress }, archive, {
      tenantRole: config.tenantRole,
      forDrill: request.forDrill,
      beforeCommit,
    });
    const { manifest } = archive;
    const { rows, migrations, leftOut } = restored;
    const text = [
      `${place}: ${rows} rows, as of ${manifest.made_at}, in ${secondsSince(startedAt)} s.`,
      ...(migrations.length === 0 ? [] : [`Migrations that came later have run: ${migrations.join(', ')}.`]),
      ...(request.forDrill
        ? ['For a drill: what waited to be sent is gone, and webhooks are disabled.']
        : []),
      ...(leftOut.length === 0 ? [] : [`Left out, as no tables of Lonja: ${leftOut.join(', ')}.`]),
      ...(secrets === undefined ? await withoutSecretsText(config, session) : []),
    ].join('\n');
    return { text, place, rows, made_at: manifest.made_at, migrations, left_out: leftOut };
  });
}

/**
 * Restores a backup into a cluster of its own in a temporary folder, looks into it, deletes it, and notes in the service's database that
 * this went well. The service is not disturbed. Throws where the backup cannot be restored or is of another installation.
 */
export async function drillWith(config: Config, request: DrillRequest): Promise<DrillOutcome> {
  const inService = <T>(work: (session: Session) => Promise<T>) =>
    withSession(config, { mayCreate: false }, work);
  const original = await inService(({ db }) => listFirstTenants(db));
  const passphrase = await readPassphrase(request.passphraseFile, config.backupPassphrase);
  const startedAt = performance.now();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lonja-drill-'));
  // The server's user passes through; its files are its own.
  await chmod(dataDir, 0o711);
  try {
    const scratch = { ...config, dataDir, databaseUrl: undefined, databaseDirectUrl: undefined };
    const restored = await restoreWith(scratch, {
      ...request,
      forDrill: true,
      withoutSecrets: passphrase === undefined,
    });
    const copy = await withSession(scratch, { mayCreate: false }, ({ db }) => lookInto(db));
    if (!copy.tenantIds.some((id) => original.includes(id))) {
      throw new OperatorError(`${request.file} is of another installation; name a backup of this one.`);
    }
    const durationMs = performance.now() - startedAt;
    const { rows, made_at } = restored;
    await inService(({ db }) =>
      noteDrill(db, { at: Date.now(), backupMadeAt: Date.parse(made_at), durationMs, rows }),
    );
    const duration_s = Math.round(durationMs / 100) / 10;
    const text = [
      `${request.file}, as of ${made_at}, can be restored: ${rows} rows in ${duration_s} s; the copy is deleted again.`,
      copy.newestRunAt === undefined
        ? 'It has no forecast.'
        : `Its newest forecast was issued at ${copy.newestRunAt}.`,
      passphrase === undefined
        ? `Its secrets, if it has any, were not tried; ${PASSPHRASE_HELP}.`
        : 'Its secrets were decrypted, if it has any.',
    ].join('\n');
    const newest_run_at = copy.newestRunAt ?? null;
    const secrets_tried = passphrase !== undefined;
    return { text, file: request.file, rows, made_at, duration_s, newest_run_at, secrets_tried };
  } finally {
    await removeInstallation(dataDir);
  }
}

/** A data folder with its cluster, which lies elsewhere where the server's user cannot reach the folder. */
async function removeInstallation(dataDir: string): Promise<void> {
  const record = await findRecord(dataDir);
  if (record !== undefined && path.isAbsolute(record.cluster)) {
    await rm(path.dirname(record.cluster), { recursive: true, force: true });
  }
  await rm(dataDir, { recursive: true, force: true });
}

/** What shows that a copy is the installation that it should be. */
async function lookInto(db: Db): Promise<{ tenantIds: string[]; newestRunAt: string | undefined }> {
  const run = await db
    .selectFrom('forecast_run')
    .select('issued_at')
    .orderBy('issued_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { tenantIds: await listFirstTenants(db), newestRunAt: run?.issued_at.toISOString() };
}

/** By some of its tenants an installation is known; one of them may have been deleted since a backup. */
async function listFirstTenants(db: Db): Promise<string[]> {
  const { tenants } = await listTenants(db, { offset: 0, limit: COMPARED_TENANTS });
  return tenants.map(({ id }) => id);
}

/** What the next start of this program would do to the database. Nothing is changed. */
export async function checkUpgradeWith(config: Config): Promise<{ verdict: Verdict; checks: Check[] }> {
  const context = createDoctorContext(config);
  const database = await context.openDatabase();
  if (database === undefined) throw noDatabase(config);
  try {
    const checks = await checkUpgrade(context, database);
    return { verdict: verdictOf(checks), checks };
  } catch (error) {
    return {
      verdict: 'fault',
      checks: [fault('database', 'database_unreachable', reasonOf(error), 'see "lonja doctor"')],
    };
  } finally {
    await database.close();
  }
}

/** Opens the server and one connection, and closes both after the work or where the process is interrupted, which then ends. */
async function withSession<T>(
  config: Config,
  { mayCreate }: { mayCreate: boolean },
  work: (session: Session, place: string) => Promise<T>,
): Promise<T> {
  const onProgress = (message: string) => void process.stderr.write(`lonja: ${message}\n`);
  const isNew = mayCreate && config.databaseUrl === undefined && !(await hasCluster(config.dataDir));
  const server = await openServer(config, { mayCreate, onProgress });
  if (server === undefined) throw noDatabase(config);
  if (isNew) onProgress(`made a new database in ${config.dataDir}.`);
  let isInterrupted = false;
  let session: Session | undefined;
  // The work then fails, and cleans up after itself.
  const interrupt = () => {
    isInterrupted = true;
    void session?.close();
  };
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    session = await openSession(server.databaseUrl);
    return await work(session, server.place);
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    await session?.close();
    await server.close();
    if (isInterrupted) process.exit(INTERRUPTED_EXIT_CODE);
  }
}

async function encryptedSecrets(config: Config, passphraseFile: string | undefined): Promise<string> {
  const passphrase = await readPassphrase(passphraseFile, config.backupPassphrase);
  if (passphrase === undefined) {
    throw new OperatorError(`--with-secrets needs a passphrase; ${PASSPHRASE_HELP}.`);
  }
  return encrypt(JSON.stringify(await readSecrets(config)), passphrase);
}

async function decryptedSecrets(
  config: Config,
  { file, secrets }: CheckedArchive,
  request: RestoreRequest,
): Promise<Secrets | undefined> {
  if (secrets === undefined || request.withoutSecrets) return undefined;
  const passphrase = await readPassphrase(request.passphraseFile, config.backupPassphrase);
  if (passphrase === undefined) {
    throw new OperatorError(
      `${file} holds secrets; ${PASSPHRASE_HELP}, or leave them with --without-secrets.`,
    );
  }
  const text = await decrypt(secrets, passphrase);
  if (text === undefined) {
    throw new OperatorError(
      `The passphrase is not that of ${file}; ${PASSPHRASE_HELP} to the right one, or leave the secrets with --without-secrets.`,
    );
  }
  return parseSecrets(text);
}

/** What will not work, as far as the keys that are there do not fit. */
async function withoutSecretsText(config: Config, { db }: Session): Promise<string[]> {
  const keys = (await findSealingKeys(config)) ?? [];
  const sealer = keys.length === 0 ? undefined : createSealer(keys);
  const byKey = await listSealedByKey(db);
  // Any key will do then.
  if (byKey.length === 0) await forgetFingerprint(db, 'sealing_key');
  const closed = byKey.reduce(
    (sum, { sealed, count }) => sum + (sealer?.hasKeyOf(sealed) === true ? 0 : count),
    0,
  );
  return [
    'Without its secrets people sign in again and recovery codes end, unless session-secret is in the data folder before the next start.',
    ...(closed === 0
      ? []
      : [
          `${closed} secrets of webhooks and second factors cannot be opened: before the next start set SEALING_KEYS, or put sealing-keys into the data folder.`,
        ]),
  ];
}

function noDatabase({ dataDir }: Config): OperatorError {
  return new OperatorError(
    `There is no database in the data folder ${dataDir}; set DATA_DIR to that of the service.`,
  );
}

function progressOnStderr(): Progress {
  return process.stderr.isTTY ? terminalProgress(process.stderr) : () => {};
}

function secondsSince(startedAt: number): string {
  return ((performance.now() - startedAt) / 1000).toFixed(1);
}
