import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/**
 * Closes connections over which nothing has come when the server closes. Browsers and load balancers keep some ready; Node counts them as
 * busy, and the server would wait for them.
 */
export const unusedConnectionsPlugin = fp(async (app: FastifyInstance) => {
  const connections = new Set<Socket>();
  app.server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  app.addHook('preClose', async () => {
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  });
});
