import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../errors.ts';

/**
 * Routes of the surrounding plugin change something without a credential, so a page of another site could have a visitor's browser ask for
 * it: wrong passwords from there would count against the visitor. Browsers say where a request comes from; programs say nothing.
 */
export const ownPagesPlugin = fp(async (app: FastifyInstance) => {
  app.addHook('onRequest', async ({ method, headers }) => {
    if (method === 'GET' || method === 'HEAD' || headers['sec-fetch-site'] !== 'cross-site') return;
    throw new AppError(
      'invalid_request',
      "A page of another site may not send this; send it from the service's own pages, or from a program.",
    );
  });
});
