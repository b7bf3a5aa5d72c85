import { listMigrations } from '../../ground/database/migrate.ts';
import { readServerState } from '../../ground/database/server-state.ts';
import { type Check, fault, ok, warning } from './check.ts';
import type { InspectedDatabase } from './doctor-context.ts';

const NAME = 'database';
const MIB = 2 ** 20;
const STATES = { writable: 'takes writes', 'read-only': 'can be read', away: 'does not answer' };
/** Connections that a starting service takes, and that one which runs may still need. */
const WANTED_FREE = { stopped: 25, running: 5 };

/** Version, size and free connections of the server, and whether the schema is this program's. */
export async function checkDatabase(
  { db, place, startedHere, isReadOnly, sharesSessions, hosts }: InspectedDatabase,
  { isServed }: { isServed: boolean },
): Promise<Check[]> {
  const { version, sizeBytes, connections, maxConnections } = await readServerState(db);
  const free = maxConnections - connections;
  const started = startedHere ? ', started for this check' : '';
  const size = Math.max(1, Math.round(sizeBytes / MIB));
  const text = `PostgreSQL ${version} at ${place}${started}, ${size} MiB, ${free} of ${maxConnections} connections free`;
  const isScarce = free < WANTED_FREE[isServed ? 'running' : 'stopped'];
  return [
    ...(isReadOnly
      ? [
          fault(
            'read-only database',
            'database_read_only',
            'it takes no writes: it is a standby, or its server, database or user was made read-only',
            'make room on its disk, or name the primary in DATABASE_URL; the service goes on by itself',
          ),
        ]
      : []),
    ...checkHosts(hosts),
    ...(sharesSessions
      ? [
          warning(
            'connection pooler',
            'pooler_shares_sessions',
            'it lends out sessions by transaction: notifications do not come, so jobs, deliveries and event streams are seconds late',
            'set DATABASE_DIRECT_URL to the server itself, without a pooler',
          ),
        ]
      : []),
    isScarce
      ? warning(NAME, 'connections_scarce', text, 'raise max_connections, or end what holds them')
      : ok(NAME, 'database_ok', text),
    await checkSchema(db),
  ];
}

/** Of several hosts one takes writes, and the others are there to take its place. */
function checkHosts(hosts: InspectedDatabase['hosts']): Check[] {
  if (hosts.length === 0) return [];
  const name = 'database hosts';
  const text = hosts.map((host) => `${host.name} ${STATES[host.state]}`).join(', ');
  if (hosts.filter(({ state }) => state === 'writable').length > 1) {
    return [
      fault(
        name,
        'several_hosts_write',
        text,
        'stop all but one of those that take writes: processes may write to different ones',
      ),
    ];
  }
  const isAway = hosts.some(({ state }) => state === 'away');
  return [
    isAway
      ? warning(name, 'host_away', text, 'see why a host does not answer, or leave it out of the address')
      : ok(name, 'hosts_ok', text),
  ];
}

async function checkSchema(db: InspectedDatabase['db']): Promise<Check> {
  const name = 'schema';
  const { done, waiting, unknown } = await listMigrations(db);
  if (done.length === 0) {
    return fault(
      name,
      'schema_empty',
      'the database holds nothing of Lonja',
      'check DATABASE_URL, or start the service on it',
    );
  }
  if (unknown.length > 0) {
    const text = `a newer version has changed the database (${unknown.join(', ')})`;
    return fault(
      name,
      'schema_newer',
      text,
      'run the newer version of Lonja, or restore an older copy of the database',
    );
  }
  if (waiting.length === 0) return ok(name, 'schema_current', `up to date, ${done.length} migrations`);
  const text = `${waiting.length} of ${done.length + waiting.length} migrations have not run`;
  return warning(name, 'schema_waiting', text, 'restart the service, which runs them');
}
