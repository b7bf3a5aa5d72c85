import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { addressGroup, readAddress } from '../../ground/http/network-address.ts';
import { createCallerCounts } from './count-by-caller.ts';

export interface ConnectionLimitOptions {
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
