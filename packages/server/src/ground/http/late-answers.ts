import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

/**
 * Drops what a handler comes to after its request was answered for it, because it took too long: there is nobody to send it to. An error
 * that comes so late is logged.
 */
export const lateAnswersPlugin = fp(async (app: FastifyInstance) => {
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function handleInTime(
      this: FastifyInstance,
      request: FastifyRequest,
      reply: FastifyReply,
    ) {
      const answer: unknown = handler.call(this, request, reply);
      if (!(answer instanceof Promise)) return answer;
      return answer.then(
        (payload: unknown) => {
          if (payload !== reply && reply.sent) reply.hijack();
          return payload;
        },
        (error: unknown) => {
          if (!reply.sent) throw error;
          request.log.warn({ error }, 'a request failed after it was answered for taking too long');
          reply.hijack();
        },
      );
    };
  });
});
