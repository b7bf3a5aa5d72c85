import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { connectHost, HostClient } from './database-hosts.ts';

/** How long a connection may take to answer that nothing else is asked of. */
const CHECK_MS = 2000;
const READ_ONLY_QUERY = "select current_setting('transaction_read_only') as setting";

/** A connection of a pool that has been silent. */
export interface SilentConnection {
  client: pg.ClientBase;
  /** Whether it has brought nothing since the last look either. */
  isStill: boolean;
}

export interface Found {
  /** Those that are lost by what the server says of its own ends. */
  lost: Set<pg.ClientBase>;
  /** Those whose ends the server has; a pooler names none of them. */
  known: Set<pg.ClientBase>;
  /** Ends the server's ends of the lost, which may hold locks, and the connection that asked. */
  end(): Promise<void>;
}

interface ServerEnd {
  pid: number;
  /** It has done nothing for a while: the statement has not come, or its answer has left. */
  rests: boolean;
  /** It waits for the client, or until the client takes what it sent. */
  waits: boolean;
}

/**
 * Which of some connections are lost, by what the server says over a new one; undefined where that does not answer, as with a server that
 * is busy or frozen. `restedMs`: how long the server's end of a lost one must have rested.
 */
export async function findLost(
  config: pg.ClientConfig,
  silent: readonly SilentConnection[],
  restedMs: number,
): Promise<Found | undefined> {
  let asking: HostClient | undefined;
  const end = async () => void asking?.end().catch(() => undefined);
  try {
    const connected = await connectHost({ ...config, connectionTimeoutMillis: CHECK_MS });
    asking = connected;
    // Where another host serves now, what is silent at the one before is not waited for.
    const left = new Set(silent.flatMap(({ client }) => (isAt(client, connected) ? [] : [client])));
    const here = silent.filter(({ client }) => !left.has(client));
    const pids = here.flatMap(({ client }) => serverPidOf(client) ?? []);
    const answer = await inTime(
      connected.query<ServerEnd & { own: number }>(
        `select pg_backend_pid() as own, pid, rests, waits from (select) as one left join (
          select pid, state like 'idle%' and state_change < clock_timestamp() - make_interval(secs => $2) as rests,
            state = 'active' and wait_event_type = 'Client' as waits
          from pg_stat_activity where pid = any ($1) and usename = session_user and datname = current_database()
        ) as ends on true`,
        [pids, restedMs / 1000],
      ),
    );
    if (answer === undefined) throw new Error('The new connection does not answer.');
    const isDirect = answer.rows[0]?.own === serverPidOf(connected);
    if (!isDirect) return { lost: left, known: left, end };
    const ends = new Map(answer.rows.map((row) => [row.pid, row]));
    const lost = here.filter(({ client, isStill }) => {
      const its = ends.get(serverPidOf(client) ?? 0);
      return its === undefined || its.rests || (its.waits && isStill);
    });
    const lostPids = lost.flatMap(({ client }) => serverPidOf(client) ?? []).filter((pid) => ends.has(pid));
    return {
      lost: new Set([...left, ...lost.map(({ client }) => client)]),
      known: new Set(silent.map(({ client }) => client)),
      async end() {
        const text = 'select pg_terminate_backend(pid) from unnest($1::int[]) as pid';
        if (lostPids.length > 0) await inTime(connected.query(text, [lostPids])).catch(() => undefined);
        await end();
      },
    };
  } catch {
    await end();
    return undefined;
  }
}

/** Whether a new connection can write, as the server says at once. */
export async function canWrite(config: pg.ClientConfig): Promise<boolean> {
  try {
    const client = await connectHost({ ...config, connectionTimeoutMillis: CHECK_MS });
    const answer = await inTime(client.query<{ setting: string }>(READ_ONLY_QUERY)).finally(() => {
      client.end().catch(() => undefined);
    });
    return answer?.rows[0]?.setting === 'off';
  } catch {
    return false;
  }
}

/** Whether a connection answers at once that nothing else is asked of. */
export async function isThere(client: pg.ClientBase): Promise<boolean> {
  const answered = client.query('select 1').then(
    () => true,
    () => false,
  );
  return (await inTime(answered)) === true;
}

async function inTime<T>(answer: Promise<T>): Promise<T | undefined> {
  answer.catch(() => undefined);
  return Promise.race([answer, sleep(CHECK_MS, undefined, { ref: false })]);
}

function isAt(client: pg.ClientBase, other: HostClient): boolean {
  return !(client instanceof HostClient) || (client.host === other.host && client.port === other.port);
}

/** What the server, or a pooler, called its end when the connection was made. pg keeps it for the cancelling of statements. */
function serverPidOf(client: pg.ClientBase): number | undefined {
  const pid: unknown = Reflect.get(client, 'processID');
  return typeof pid === 'number' ? pid : undefined;
}

/** Bytes that have come and gone on a connection. */
export function bytesOf(client: Pick<pg.Client, 'connection'>): number {
  const { stream } = client.connection;
  return stream instanceof Socket ? stream.bytesRead + stream.bytesWritten : 0;
}
