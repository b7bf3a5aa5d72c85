import type { FastifyRequest } from 'fastify';

/** Where the caller reaches the service: as it is configured, or as it was asked. */
export function callerOrigin({ protocol, host }: FastifyRequest, publicUrl: string | undefined): string {
  return publicUrl ?? URL.parse(`${protocol}://${host}`)?.origin ?? 'http://localhost';
}
