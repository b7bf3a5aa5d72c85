import type { FastifyReply, FastifyRequest } from 'fastify';
import { holdReply, sendHeld } from './held-reply.ts';

/** Where every route of the API begins. */
export const API_PREFIX = '/api/v1';

/** Answers with what the service is and where its parts are: for programs and probes that ask for `/`. */
export type SendServiceLinks = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

export function createServiceLinks(version: string): SendServiceLinks {
  const links = {
    service: 'Lonja',
    version,
    api: API_PREFIX,
    documentation: `${API_PREFIX}/docs`,
    openapi: `${API_PREFIX}/openapi.json`,
    health: `${API_PREFIX}/health`,
    readiness: `${API_PREFIX}/ready`,
  };
  const held = holdReply(`${JSON.stringify(links, null, 2)}\n`, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-cache',
  });
  return (request, reply) => sendHeld(request, reply, held);
}
