import { setTimeout as sleep } from 'node:timers/promises';
import { callbackify } from 'node:util';
import pg from 'pg';
import { readDatabaseAddress, type DatabaseHost } from './database-address.ts';

/** How long a host may take to answer before the next one is taken. */
const ANSWER_MS = 2000;
/** Where none takes writes, they are looked at no more often. */
const FRESH_MS = 500;

/** `read-only`: a standby, or a server that was made read-only. */
export type HostState = 'writable' | 'read-only' | 'away';

/**
 * Which of the hosts of an address is connected to: the first that takes writes, where none does the first that answers. It stays that one
 * until a connection to it breaks, or writes are refused.
 */
export class DatabaseHosts {
  readonly #hosts: readonly DatabaseHost[];
  readonly #takesAny: boolean;
  readonly #listeners = new Set<(to: string, from: string) => void>();
  #current: DatabaseHost | undefined;
  #isDoubted = true;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;

  constructor({ hosts, takesAny }: { hosts: readonly DatabaseHost[]; takesAny: boolean }) {
    this.#hosts = hosts;
    this.#takesAny = takesAny;
  }

  get first(): DatabaseHost {
    return this.#hosts[0];
  }

  /** The host for a new connection. */
  async choose(): Promise<DatabaseHost> {
    const isDue = this.#isDoubted && performance.now() - this.#lookedAt >= FRESH_MS;
    if (isDue) this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    await this.#looking;
    return this.#current ?? this.#hosts[0];
  }

  /** Lets the hosts be looked at again before the next connection is made. */
  doubt(): void {
    this.#isDoubted = true;
    this.#lookedAt = Number.NEGATIVE_INFINITY;
  }

  /** Whether new connections go where one goes. */
  isCurrent({ host, port }: Pick<pg.Client, 'host' | 'port'>): boolean {
    return this.#current === undefined || (this.#current.host === host && this.#current.port === port);
  }

  /** Calls `listener` when another host is connected to than before. */
  onMove(listener: (to: string, from: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** How each host does now. */
  async states(): Promise<{ name: string; state: HostState }[]> {
    return Promise.all(this.#hosts.map(async (host) => ({ name: host.name, state: await stateOf(host) })));
  }

  async #look(): Promise<void> {
    // Doubts that come up meanwhile count afterwards.
    this.#isDoubted = false;
    const states = this.#hosts.map(stateOf);
    const find = async (isWanted: (state: HostState) => boolean) => {
      for (const [i, state] of states.entries()) if (isWanted(await state)) return this.#hosts[i];
      return undefined;
    };
    const wanted = await find((state) => (this.#takesAny ? state !== 'away' : state === 'writable'));
    const found = wanted ?? (await find((state) => state !== 'away'));
    if (wanted === undefined) this.#isDoubted = true;
    this.#lookedAt = performance.now();
    const before = this.#current;
    this.#current = found ?? before;
    if (before === undefined || found === undefined || found === before) return;
    for (const listener of this.#listeners) listener(found.name, before.name);
  }
}

async function stateOf({ url }: DatabaseHost): Promise<HostState> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  client.on('error', () => undefined);
  const ask = async (): Promise<HostState> => {
    await client.connect();
    const { rows } = await client.query<{ setting: string }>(
      "select current_setting('transaction_read_only') as setting",
    );
    return rows[0].setting === 'off' ? 'writable' : 'read-only';
  };
  const late = sleep(ANSWER_MS, 'away' as const, { ref: false });
  return Promise.race([ask().catch(() => 'away' as const), late]).finally(() => {
    client.end().catch(() => undefined);
  });
}

/** By address, so that all connections of a process agree on the host. */
const known = new Map<string, DatabaseHosts | undefined>();

/** The hosts of an address; undefined where it names one. */
export function hostsOf(databaseUrl: string): DatabaseHosts | undefined {
  if (!known.has(databaseUrl)) {
    const address = readDatabaseAddress(databaseUrl);
    known.set(databaseUrl, address.hosts.length === 0 ? undefined : new DatabaseHosts(address));
  }
  return known.get(databaseUrl);
}

type Connected = (error: Error | null, client?: pg.Client) => void;

/** A client of pg that connects to the host of its address that `DatabaseHosts` chooses. */
export class HostClient extends pg.Client {
  readonly #hosts: DatabaseHosts | undefined;

  constructor(config: pg.ClientConfig = {}) {
    const hosts = hostsOf(config.connectionString ?? '');
    const { connectionTimeoutMillis: given = ANSWER_MS } = config;
    const limits = { connectionTimeoutMillis: Math.min(given, ANSWER_MS) };
    super(hosts === undefined ? config : { ...config, ...limits, connectionString: hosts.first.url });
    this.#hosts = hosts;
    if (hosts !== undefined) this.on('error', () => hosts.doubt());
  }

  /** Whether new connections go to another host. */
  isLeft(): boolean {
    return this.#hosts?.isCurrent(this) === false;
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.Client> | void {
    if (this.#hosts === undefined) return callback === undefined ? super.connect() : super.connect(callback);
    const hosts = this.#hosts;
    if (callback === undefined) return this.#connectTo(hosts);
    callbackify(() => this.#connectTo(hosts))(callback);
  }

  async #connectTo(hosts: DatabaseHosts): Promise<pg.Client> {
    const { host, port } = await hosts.choose();
    this.host = host;
    this.port = port;
    try {
      return await super.connect();
    } catch (error) {
      hosts.doubt();
      throw error;
    }
  }
}

/** Connects; where one of several hosts cannot be reached, once more, to another one. A connection that breaks later ends nothing. */
export async function connectHost(config: pg.ClientConfig): Promise<HostClient> {
  const connect = async () => {
    const client = new HostClient(config);
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  return triedAgain(config.connectionString ?? '', connect);
}

/** Does `connect`, and once more where it failed and the address has several hosts: they are looked at anew. */
export async function triedAgain<T>(databaseUrl: string, connect: () => Promise<T>): Promise<T> {
  try {
    return await connect();
  } catch (error) {
    if (hostsOf(databaseUrl) === undefined) throw error;
    return connect();
  }
}
