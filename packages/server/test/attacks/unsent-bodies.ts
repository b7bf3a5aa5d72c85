import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type AttackCounts, note } from './attack.ts';

export interface UnsentBodies {
  sockets: number;
  /** Asked for in turns, with POST. */
  paths: readonly string[];
  authorization?: string;
}

/** An attack that goes on until it is stopped. */
export interface RunningAttack {
  /** By status, `closed` without an answer, and `waiting`. */
  counts(): AttackCounts;
  stop(): Promise<void>;
}

/** Opens connections and announces a body on each of them that never comes. */
export async function startUnsentBodies(
  baseUrl: string,
  { sockets, paths, authorization }: UnsentBodies,
): Promise<RunningAttack> {
  const { hostname, port } = new URL(baseUrl);
  const outcomes = new Map<Socket, number | string>();
  for (let i = 0; i < sockets; i++) {
    const socket = connect(Number(port), hostname);
    outcomes.set(socket, 'waiting');
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      const status = /^HTTP\/1\.1 (\d{3})/.exec(chunk.toString('latin1'))?.[1];
      if (status !== undefined) outcomes.set(socket, Number(status));
    });
    socket.once('close', () => {
      if (outcomes.get(socket) === 'waiting') outcomes.set(socket, 'closed');
    });
    socket.write(headOf(paths[i % paths.length], authorization));
  }
  // Whoever was refused is closed, everybody else connected.
  await Promise.all([...outcomes.keys()].map(connectedOrClosed));
  return {
    counts() {
      const counts: AttackCounts = {};
      for (const outcome of outcomes.values()) note(counts, outcome);
      return counts;
    },
    async stop() {
      const open = [...outcomes.keys()].filter((socket) => !socket.closed);
      await Promise.all(
        open.map(async (socket) => {
          const closed = once(socket, 'close');
          socket.destroy();
          await closed;
        }),
      );
    },
  };
}

function headOf(path: string, authorization: string | undefined): string {
  const credential = authorization === undefined ? '' : `Authorization: ${authorization}\r\n`;
  const type = 'Content-Type: application/json';
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${credential}${type}\r\nContent-Length: 1000\r\n\r\n{`;
}

async function connectedOrClosed(socket: Socket): Promise<void> {
  if (!socket.connecting) return;
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve);
    socket.once('close', () => resolve());
  });
}
