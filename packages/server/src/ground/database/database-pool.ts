import type { PostgresCursor, PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { CopyCursor } from './copy-rows.ts';
import { isReadOnlyFault } from './database-fault.ts';
import { HostClient, hostsOf, triedAgain } from './database-hosts.ts';
import { bytesOf, canWrite, findLost, isThere } from './find-lost.ts';

/** A statement that is silent for so long may be on a connection that is lost. */
const SILENT_MS = 4000;
/** Looks at one that the server works on become rarer up to this. */
const LONGEST_LOOK_MS = 60_000;
/** A connection that was idle for so long may have been lost meanwhile. */
const IDLE_MS = 5000;
/** How far back losses are told. */
const TOLD_MS = 3_600_000;
const MAX_TOLD = 1000;
/** So long after a session could not write, those older than a second are replaced: the server may let new ones write again. */
const DOUBTED_MS = 60_000;
const FRESH_MS = 1000;

interface Statement {
  client: pg.PoolClient;
  sentAt: number;
  answerMs: number;
}

export interface PoolOptions {
  /** Called with the number of connections when some were given up. */
  onLost?: ((count: number) => void) | undefined;
  /** A connection that was idle for so long is asked whether it is still there before it is used, ms; absent: 5,000. */
  idleMs?: number | undefined;
}

/**
 * Connections that are given up when they are lost without a word, as behind an address translator that forgot them or a host that lost its
 * power: nothing ever comes back on them, and no limit of the server's reaches them. Sessions that could not write are replaced, as what
 * the server or the database prefers may hold for new ones alone.
 */
export class DatabasePool extends pg.Pool {
  readonly #unanswered = new Set<Statement>();
  readonly #givenUp = new WeakSet<pg.PoolClient>();
  readonly #connectedAt = new WeakMap<pg.PoolClient, number>();
  readonly #answeredAt = new WeakMap<pg.PoolClient, number>();
  readonly #bytesAtLook = new WeakMap<pg.PoolClient, number>();
  readonly #databaseUrl: string;
  readonly #onLost: (count: number) => void;
  readonly #idleMs: number;
  #isChecking = false;
  /** Some were lost before: an idle connection that has not answered since may be lost too. */
  #lostBefore = 0;
  /** When a session last could not write. */
  #readOnlyAt = Number.NEGATIVE_INFINITY;
  #lostCount = 0;
  readonly #lostAt: number[] = [];

  constructor(config: pg.PoolConfig, { onLost = () => undefined, idleMs = IDLE_MS }: PoolOptions = {}) {
    super({ ...config, Client: HostClient });
    this.#databaseUrl = config.connectionString ?? '';
    this.on('connect', (client) => this.#connectedAt.set(client, performance.now()));
    this.#onLost = onLost;
    this.#idleMs = idleMs;
  }

  /** How many connections have been given up since the start. */
  get lostCount(): number {
    return this.#lostCount;
  }

  /** How many of them in the last hour, 1,000 at most. */
  get lostLately(): number {
    const since = performance.now() - TOLD_MS;
    return this.#lostAt.filter((at) => at >= since).length;
  }

  /**
   * The pool for callers whose statements are answered within `answerMs`. One that is silent for some seconds is asked for on a new
   * connection: where the server knows nothing of it, its connection is given up and it fails as on a broken one. Where the server cannot be
   * asked, as behind a pooler, that is done after `answerMs`, if a new connection answers at once.
   */
  within(answerMs: number): PostgresPool {
    return {
      options: {},
      connect: async () => this.#watched(await this.#lend(), answerMs),
      end: () => this.end(),
    };
  }

  /** One statement on any connection, answered within `answerMs`. */
  async ask(text: string, values: unknown[] | undefined, answerMs: number): Promise<pg.QueryResult> {
    const client = await this.#lend();
    try {
      return await this.#answered({ client, answerMs }, () => client.query(text, values));
    } finally {
      this.#release(client);
    }
  }

  /** Whether a new connection can write, as the server says at once. */
  async canWriteAnew(): Promise<boolean> {
    return canWrite(this.options);
  }

  /** Gives up every connection that is in use, and those that are free before they are lent again. */
  replaceAll(): void {
    this.#giveUp(new Set([...this.#unanswered].map(({ client }) => client)));
    this.#lostBefore = performance.now();
  }

  /** A connection that was idle for a while is asked first whether it is still there. */
  async #lend(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await triedAgain(this.#databaseUrl, () => this.connect());
      if (this.#mayBeReadOnly(client) || (client instanceof HostClient && client.isLeft())) {
        client.release(true);
        continue;
      }
      const answeredAt = this.#answeredAt.get(client) ?? performance.now();
      const isDoubtful = answeredAt < this.#lostBefore;
      const wasIdle = performance.now() - answeredAt >= this.#idleMs;
      if (!isDoubtful && (!wasIdle || (await isThere(client)))) return client;
      client.release(true);
      if (!isDoubtful) this.#noteLost(1);
    }
  }

  #mayBeReadOnly(client: pg.PoolClient): boolean {
    const doubtedUntil = Math.min(performance.now(), this.#readOnlyAt + DOUBTED_MS);
    return (this.#connectedAt.get(client) ?? 0) < doubtedUntil - FRESH_MS;
  }

  #noteLost(count: number): void {
    const now = performance.now();
    this.#lostBefore = now;
    this.#lostCount += count;
    this.#lostAt.push(...Array.from({ length: count }, () => now));
    this.#lostAt.splice(0, this.#lostAt.length - MAX_TOLD);
    this.#onLost(count);
  }

  #watched(client: pg.PoolClient, answerMs: number): PostgresPoolClient {
    const limits = { client, answerMs };
    const query = (asked: string | PostgresCursor<unknown>, values: readonly unknown[] = []) => {
      if (typeof asked === 'string') return this.#answered(limits, () => client.query(asked, [...values]));
      if (!(asked instanceof CopyCursor)) throw new TypeError('Only the rows of a COPY are streamed.');
      client.query(asked);
      this.#answered(limits, () => asked.answered).catch(() => undefined);
      return asked;
    };
    // Safe: pg answers with what Kysely asks for; the overloads of both say it in different words.
    return { query: query as PostgresPoolClient['query'], release: () => this.#release(client) };
  }

  #release(client: pg.PoolClient): void {
    if (!this.#givenUp.has(client)) client.release();
  }

  async #answered<T>(
    { client, answerMs }: { client: pg.PoolClient; answerMs: number },
    ask: () => Promise<T>,
  ): Promise<T> {
    const statement: Statement = { client, sentAt: performance.now(), answerMs };
    this.#unanswered.add(statement);
    const firstMs = Math.min(SILENT_MS, answerMs);
    let timer: NodeJS.Timeout | undefined;
    const lookIn = (ms: number) => {
      timer = setTimeout(() => {
        lookIn(Math.min(2 * ms, LONGEST_LOOK_MS));
        void this.#look(firstMs);
      }, ms);
    };
    lookIn(firstMs);
    try {
      const answer = await ask();
      this.#answeredAt.set(client, performance.now());
      return answer;
    } catch (error) {
      if (isReadOnlyFault(error)) {
        this.#readOnlyAt = performance.now();
        hostsOf(this.#databaseUrl)?.doubt();
      }
      throw error;
    } finally {
      clearTimeout(timer);
      this.#unanswered.delete(statement);
    }
  }

  /** A server that is busy or frozen answers on no connection: then all of them are waited for. */
  async #look(silentMs: number): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    const silent = [...new Set(this.#silentFor(silentMs).map(({ client }) => client))].map((client) => {
      const bytes = bytesOf(client);
      const isStill = this.#bytesAtLook.get(client) === bytes;
      this.#bytesAtLook.set(client, bytes);
      return { client, isStill };
    });
    const found = await findLost(this.options, silent, silentMs / 2);
    if (found !== undefined) {
      const now = performance.now();
      const lost = this.#silentFor(silentMs).filter(({ client, sentAt, answerMs }) =>
        found.known.has(client) ? found.lost.has(client) : now - sentAt >= answerMs,
      );
      this.#giveUp(new Set(lost.map(({ client }) => client)));
      await found.end();
    }
    this.#isChecking = false;
  }

  #silentFor(silentMs: number): Statement[] {
    // A timer may fire a moment early.
    const oldest = performance.now() - silentMs + 5;
    return [...this.#unanswered].filter(
      ({ client, sentAt }) => sentAt <= oldest && !this.#givenUp.has(client),
    );
  }

  #giveUp(clients: ReadonlySet<pg.PoolClient>): void {
    for (const client of clients) {
      this.#givenUp.add(client);
      client.release(true);
    }
    if (clients.size > 0) this.#noteLost(clients.size);
  }
}
