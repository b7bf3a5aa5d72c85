import { statfs } from 'node:fs/promises';
import { HOUR_MS } from '@lonja/forecasting/market';
import { findGateFreeze } from '../../ground/config/gate-freeze.ts';
import { findLastBackup } from '../backup/backup-notes.ts';
import { listMigrations, type MigrationState } from '../../ground/database/migrate.ts';
import { findDataOrigin } from '../../ground/database/service-state.ts';
import { readServerState } from '../../ground/database/server-state.ts';
import { type Check, fault, ok, warning } from '../doctor/check.ts';
import type { DoctorContext, InspectedDatabase } from '../doctor/doctor-context.ts';

/** A backup that is older should be made anew before the schema changes. */
const RECENT_MS = 24 * HOUR_MS;
const MIB = 2 ** 20;
/** What PostgreSQL needs beside what a migration writes. */
const SPARE_BYTES = 256 * MIB;

/** What this program would do to a database, and whether it is safe to let it. The database is only read. */
export async function checkUpgrade(
  { version, wallClock, clock, config }: Pick<DoctorContext, 'version' | 'wallClock' | 'clock' | 'config'>,
  database: InspectedDatabase,
): Promise<Check[]> {
  const { db, place } = database;
  const state = await readServerState(db);
  const migrations = await listMigrations(db);
  const size = `${Math.max(1, Math.round(state.sizeBytes / MIB))} MiB`;
  return [
    ok('version', 'version', `Lonja ${version}`),
    ok('database', 'database_ok', `PostgreSQL ${state.version} at ${place}, ${size}`),
    ofSchema(migrations),
    ...(await ofFreeze(db, migrations, { now: clock.now(), minutes: config.freezeMinutes })),
    ofService(migrations, state.isServed),
    await ofRoom(database, state.sizeBytes),
    await ofBackup(database, migrations, wallClock.now()),
  ];
}

function ofSchema({ done, waiting, unknown }: MigrationState): Check {
  const name = 'schema';
  if (unknown.length > 0) {
    const text = `a newer version has changed the database (${unknown.join(', ')})`;
    return fault(
      name,
      'schema_newer',
      text,
      'run that version, or restore a backup of before into a new database',
    );
  }
  if (done.length === 0) {
    return ok(
      name,
      'schema_empty',
      `the database holds nothing of Lonja; the first start makes it with ${waiting.length} migrations`,
    );
  }
  const at = `${done.length} migrations done, the last ${done.at(-1) ?? ''}`;
  return ok(
    name,
    'schema_known',
    waiting.length === 0
      ? `${at}; none would run`
      : `${at}; the next start runs ${waiting.length}: ${waiting.join(', ')}`,
  );
}

/** Where a start would refuse to migrate now. */
async function ofFreeze(
  db: InspectedDatabase['db'],
  { done, waiting }: MigrationState,
  { now, minutes }: { now: number; minutes: number },
): Promise<Check[]> {
  const gate = findGateFreeze(now, minutes);
  if (gate === undefined || done.length === 0 || waiting.length === 0) return [];
  if ((await findDataOrigin(db)) !== 'market') return [];
  const text = `the gate of ${gate.product} closes at ${new Date(gate.closesAt).toISOString()}: no migration begins in the ${minutes} minutes before`;
  return [warning('gate', 'gate_frozen', text, 'start the new version after it, or with FREEZE_MINUTES=0')];
}

/** Only processes of the release before know how to work on the new schema. */
function ofService({ waiting }: MigrationState, isServed: boolean): Check {
  const name = 'service';
  if (!isServed) return ok(name, 'service_not_running', 'none works on the database');
  return waiting.length === 0
    ? ok(name, 'service_running', 'one works on the database')
    : warning(
        name,
        'service_running',
        'one works on the database',
        'stop every process of the old version first, unless it is the release before this one',
      );
}

async function ofRoom({ folder }: InspectedDatabase, sizeBytes: number): Promise<Check> {
  const name = 'room';
  if (folder === undefined)
    return ok(name, 'room_unknown', "not known: the database's disk belongs to its own server");
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const text = `${Math.round(free / MIB)} MiB free at ${folder}`;
  if (free < SPARE_BYTES) return fault(name, 'room_short', text, 'make room first');
  // A migration that rewrites a table writes it beside the old one.
  return free < sizeBytes + SPARE_BYTES
    ? warning(
        name,
        'room_short',
        `${text}, less than the database takes`,
        'make room: a migration may write a table anew',
      )
    : ok(name, 'room_ok', text);
}

async function ofBackup(
  { db }: InspectedDatabase,
  { done, waiting }: MigrationState,
  now: number,
): Promise<Check> {
  const name = 'backup';
  if (done.length === 0) return ok(name, 'backup_not_needed', 'there is nothing to back up');
  const last = await findLastBackup(db);
  const remedy = 'make one with "lonja backup"';
  if (last === undefined) {
    const text = '"lonja backup" has made none of this database';
    return waiting.length === 0
      ? ok(name, 'backup_unknown', text)
      : warning(name, 'backup_unknown', text, `${remedy}, unless there is another`);
  }
  const hours = Math.max(0, Math.floor((now - last.at) / HOUR_MS));
  const age = hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
  const at = `${new Date(last.at).toISOString().slice(0, 16)}Z`;
  const text = `the last one was made at ${at}, ${age} ago, ${(last.bytes / MIB).toFixed(1)} MiB`;
  return waiting.length === 0 || now - last.at <= RECENT_MS
    ? ok(name, 'backup_recent', text)
    : warning(name, 'backup_old', text, remedy);
}
