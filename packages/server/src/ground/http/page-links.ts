import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { z } from 'zod';

/** Successful answers to reads of a list say in `Link` (RFC 8288) where its other pages are. */
export const pageLinksPlugin = fp(async (app: FastifyInstance) => {
  app.addHook('preSerialization', async (request, reply, payload) => {
    if ((request.method === 'GET' || request.method === 'HEAD') && reply.statusCode === 200) {
      const links = linksOf(request, payload);
      if (links.length > 0) void reply.header('Link', links.join(', '));
    }
    return payload;
  });
});

const PagedQuery = z.object({ page: z.int(), page_size: z.int() });
const NumberedPage = z.object({ items: z.array(z.unknown()), page: z.int(), total: z.int() });
/** A list that goes on after a record. */
const PageAfter = z.object({
  items: z.array(z.unknown()),
  total: z.int(),
  next_after: z.string().nullable(),
});

function linksOf(request: FastifyRequest, payload: unknown): string[] {
  const { data: numbered } = NumberedPage.safeParse(payload);
  const { data: query } = PagedQuery.safeParse(request.query);
  if (numbered !== undefined && query !== undefined) {
    const { page, page_size: size } = query;
    const last = Math.max(1, Math.ceil(numbered.total / size));
    return [
      linkTo(request, 'first', { page: 1 }),
      ...(page > 1 ? [linkTo(request, 'prev', { page: Math.min(page - 1, last) })] : []),
      ...(page < last ? [linkTo(request, 'next', { page: page + 1 })] : []),
      linkTo(request, 'last', { page: last }),
    ];
  }
  const { data: after } = PageAfter.safeParse(payload);
  return after === undefined || after.next_after === null || after.total <= after.items.length
    ? []
    : [linkTo(request, 'next', { after: after.next_after })];
}

/** Relative to the service: the address that callers use may be a proxy's. */
function linkTo({ url }: FastifyRequest, relation: string, change: Record<string, string | number>): string {
  const [path, given] = url.split('?', 2);
  const query = new URLSearchParams(given);
  for (const [name, value] of Object.entries(change)) query.set(name, String(value));
  return `<${path}?${query.toString()}>; rel="${relation}"`;
}
