import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresCursor, PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { CopyCursor } from './copy-rows.ts';

/** How long a connection may take to answer that nothing else is asked of. */
const CHECK_MS = 2000;
/** A connection that was idle for so long may have been lost meanwhile. */
const IDLE_MS = 5000;

interface Statement {
  client: pg.PoolClient;
  sentAt: number;
}

/**
 * Connections that are given up when they are lost without a word, as behind an address translator that forgot them or a host that lost its
 * power: nothing ever comes back on them, and no limit of the server's reaches them.
 */
export class DatabasePool extends pg.Pool {
  readonly #unanswered = new Set<Statement>();
  readonly #givenUp = new WeakSet<pg.PoolClient>();
  readonly #answeredAt = new WeakMap<pg.PoolClient, number>();
  readonly #onLost: (count: number) => void;
  readonly #idleMs: number;
  #isChecking = false;
  /** Some were lost before: an idle connection that has not answered since may be lost too. */
  #lostBefore = 0;

  /** `onLost` is called with the number of connections when some were given up. */
  constructor(
    config: pg.PoolConfig,
    {
      onLost = () => undefined,
      idleMs = IDLE_MS,
    }: { onLost?: ((count: number) => void) | undefined; idleMs?: number | undefined } = {},
  ) {
    super(config);
    this.#onLost = onLost;
    this.#idleMs = idleMs;
  }

  /**
   * The pool for callers whose statements are answered within `answerMs`. Where one is not, and a new connection answers at once, the
   * connections that have been silent for so long are given up: their statements fail as on a broken connection.
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

  /** A connection that was idle for a while is asked first whether it is still there. */
  async #lend(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await this.connect();
      const answeredAt = this.#answeredAt.get(client) ?? performance.now();
      const isDoubtful = answeredAt < this.#lostBefore;
      const wasIdle = performance.now() - answeredAt >= this.#idleMs;
      if (!isDoubtful && (!wasIdle || (await answersWithin(client, CHECK_MS)))) return client;
      client.release(true);
      if (!isDoubtful) this.#noteLost(1);
    }
  }

  #noteLost(count: number): void {
    this.#lostBefore = performance.now();
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
    const statement: Statement = { client, sentAt: performance.now() };
    this.#unanswered.add(statement);
    const looking = setInterval(() => void this.#look(answerMs), answerMs);
    try {
      const answer = await ask();
      this.#answeredAt.set(client, performance.now());
      return answer;
    } finally {
      clearInterval(looking);
      this.#unanswered.delete(statement);
    }
  }

  /** A server that is busy or frozen answers on no connection: then all of them are waited for. */
  async #look(answerMs: number): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    const answers = await answersAnew(this.options);
    this.#isChecking = false;
    if (!answers) return;
    const oldest = performance.now() - answerMs;
    const silent = new Set(
      [...this.#unanswered]
        .filter(({ client, sentAt }) => sentAt <= oldest && !this.#givenUp.has(client))
        .map(({ client }) => client),
    );
    for (const client of silent) {
      this.#givenUp.add(client);
      client.release(true);
    }
    if (silent.size > 0) this.#noteLost(silent.size);
  }
}

/** Whether a new connection answers. */
async function answersAnew(config: pg.PoolConfig): Promise<boolean> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: CHECK_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await answersWithin(client, CHECK_MS);
  } catch {
    return false;
  } finally {
    client.end().catch(() => undefined);
  }
}

async function answersWithin(client: pg.ClientBase, ms: number): Promise<boolean> {
  const answered = client.query('select 1').then(
    () => true,
    () => false,
  );
  return Promise.race([answered, sleep(ms, false, { ref: false })]);
}
