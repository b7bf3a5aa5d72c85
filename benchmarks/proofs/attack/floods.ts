import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AttackCounts } from '../../../packages/server/test/attacks/attack.ts';
import { flood, withKey } from '../../../packages/server/test/attacks/flood.ts';
import { startUnsentBodies } from '../../../packages/server/test/attacks/unsent-bodies.ts';

/** What the attacker has: accounts of its own. */
export interface Arms {
  /** Of the service, without a path. */
  baseUrl: string;
  /** Keys of one tenant. */
  keys: string[];
  /** A battery of that tenant. */
  siteId: string;
  /** Somebody else's e-mail address. */
  victimEmail: string;
  /** Where the flood comes from, one of the machine's own network addresses. */
  address: string;
}

export interface FloodKind {
  name: string;
  run(arms: Arms, signal: AbortSignal): Promise<AttackCounts>;
}

const CONNECTIONS = 32;
const SOCKETS = 1100;

const gets = (path: (n: number, arms: Arms) => string, key: (n: number, arms: Arms) => string | undefined) =>
  async function run(arms: Arms, signal: AbortSignal): Promise<AttackCounts> {
    return flood(arms.baseUrl, {
      connections: CONNECTIONS,
      localAddress: arms.address,
      signal,
      request(n) {
        const credential = key(n, arms);
        return {
          path: `/api/v1${path(n, arms)}`,
          headers: credential === undefined ? {} : withKey(credential),
        };
      },
    });
  };

const nobody = () => undefined;
const inTurn = (n: number, { keys }: Arms) => keys[n % keys.length];
/** A day that no request before it has named, so that no answer is at hand. */
const day = (n: number) => new Date(Date.UTC(2016, 0, 1 + (n % 3000))).toISOString().slice(0, 10);

/** Every flood that a stranger or another tenant can send, one after the other. */
export const FLOODS: FloodKind[] = [
  {
    name: `${SOCKETS} connections that announce a body and do not send it`,
    async run({ baseUrl, keys }, signal) {
      const paths = ['/api/v1/auth/register', '/api/v1/webhooks', '/api/v1/nothing'];
      const attack = await startUnsentBodies(baseUrl, {
        sockets: SOCKETS,
        paths,
        authorization: `Bearer ${keys[0]}`,
      });
      while (!signal.aborted) await sleep(50);
      const counts = attack.counts();
      await attack.stop();
      return counts;
    },
  },
  {
    name: `${SOCKETS} connections whose headers come a letter a second`,
    run: slowHeaders,
  },
  { name: 'the script of the documentation', run: gets(() => '/docs/js/scalar.js', nobody) },
  {
    name: 'credentials that are none',
    run: gets(
      () => '/markets',
      (n) => `svc_${String(n).padStart(36, '0')}`,
    ),
  },
  { name: 'readiness', run: gets(() => '/ready', nobody) },
  { name: 'paths that do not exist', run: gets((n) => `/nothing/${n}`, nobody) },
  { name: 'ten keys of one tenant', run: gets(() => '/markets', inTurn) },
  {
    name: 'ten years of prices as CSV, by ten keys of one tenant',
    run: gets((n) => `/statistics/prices?format=csv&date_from=${day(n)}&date_to=2025-12-31`, inTurn),
  },
  {
    name: 'plans of a battery, by ten keys of one tenant',
    run: gets((n, { siteId }) => {
      const charge = `start_soc=${n % 100}&end_soc=${Math.floor(n / 100) % 100}`;
      return `/portfolio/sites/${siteId}/schedule?date=2026-10-25&resolution=PT15M&plan=robust&${charge}`;
    }, inTurn),
  },
  { name: "guesses of somebody's password", run: guesses },
];

async function guesses({ baseUrl, victimEmail }: Arms, signal: AbortSignal): Promise<AttackCounts> {
  const counts: AttackCounts = {};
  let n = 0;
  const guess = async () => {
    while (!signal.aborted) {
      const response = await fetch(`${baseUrl}/api/v1/auth/token`, {
        method: 'POST',
        body: new URLSearchParams({ username: victimEmail, password: `a wrong guess ${n++}` }),
        signal,
      }).catch(() => undefined);
      const status = response?.status ?? 'unanswered';
      counts[status] = (counts[status] ?? 0) + 1;
      await response?.arrayBuffer().catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, guess));
  return counts;
}

async function slowHeaders({ baseUrl, address }: Arms, signal: AbortSignal): Promise<AttackCounts> {
  const { hostname, port } = new URL(baseUrl);
  const ends = new Map<Socket, string>();
  for (let i = 0; i < SOCKETS; i++) {
    const socket = connect({ host: hostname, port: Number(port), localAddress: address });
    ends.set(socket, 'open');
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      ends.set(socket, /^HTTP\/1\.1 (\d{3})/.exec(chunk.toString('latin1'))?.[1] ?? 'answered');
    });
    socket.once('close', () => {
      if (ends.get(socket) === 'open') ends.set(socket, 'closed');
    });
    socket.write('GET /api/v1/markets HTTP/1.1\r\nHost: x\r\nX-Slow: ');
  }
  while (!signal.aborted) {
    for (const socket of ends.keys()) if (socket.writable) socket.write('x');
    await sleep(1000);
  }
  const counts: AttackCounts = {};
  for (const [socket, end] of ends) {
    counts[end] = (counts[end] ?? 0) + 1;
    socket.destroy();
  }
  return counts;
}
