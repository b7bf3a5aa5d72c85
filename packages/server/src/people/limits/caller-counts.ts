import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { addressGroup, readAddress } from '../../ground/http/caller-address.ts';

/** How many of something each caller has at once. */
interface CallerCounts {
  /** Takes one more; false: the caller has as many as it may. */
  take(caller: string): boolean;
  release(caller: string): void;
}

export function createCallerCounts(most: number): CallerCounts {
  const counts = new Map<string, number>();
  return {
    take(caller) {
      const count = counts.get(caller) ?? 0;
      if (count >= most) return false;
      counts.set(caller, count + 1);
      return true;
    },
    release(caller) {
      const count = counts.get(caller) ?? 0;
      if (count <= 1) counts.delete(caller);
      else counts.set(caller, count - 1);
    },
  };
}

interface ConnectionLimitOptions {
  maxConnections: number;
  /** Proxies connect for many callers. */
  isTrustedProxy: (address: string) => boolean;
}

/** Closes connections beyond those that one network address may have open. */
export const connectionLimitPlugin = fp(async (app: FastifyInstance, options: ConnectionLimitOptions) => {
  const open = createCallerCounts(options.maxConnections);
  app.server.on('connection', (socket: Socket) => {
    const address = readAddress(socket.remoteAddress ?? '');
    if (address === undefined || options.isTrustedProxy(address)) return;
    const caller = addressGroup(address);
    if (!open.take(caller)) {
      socket.destroy();
      return;
    }
    socket.once('close', () => open.release(caller));
  });
});
