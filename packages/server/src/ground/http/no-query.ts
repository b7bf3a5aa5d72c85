import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { z } from 'zod';

/** Names no parameters: each one that comes is refused. */
export const NoQuery = z.strictObject({});

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whatever parameters come are let pass. */
    ignoresQuery?: boolean;
  }
}

/** An operation whose schema names no parameters takes none: one that comes all the same is refused. */
export const noQueryPlugin = fp(async (app: FastifyInstance) => {
  app.addHook('onRoute', ({ schema, config }) => {
    if (schema?.operationId === undefined || config?.ignoresQuery === true) return;
    schema.querystring ??= NoQuery;
  });
});
