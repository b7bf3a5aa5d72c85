import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../ground/errors.ts';
import { getMarket, MARKETS, readableProducts } from '../market/catalog/market-catalog.ts';
import { principalOf } from '../people/access/authentication.ts';
import type { Principal } from '../people/access/principal.ts';
import { callerAddress, callerOrigin } from '../ground/http/caller-address.ts';
import { MCP_RESOURCE_PATH } from './discovery.ts';

/** A call of a tool has a few short arguments. */
const BODY_LIMIT_BYTES = 65_536;

/**
 * Tools of an assistant. A tool reads the routes of the API as its caller, in this process: credential, limits, scopes, products and rows of
 * the tenant are looked at there as for any request. A call that names no market is about that of the address (`?market_id=pt`), else the first one of
 * the caller's subscription.
 */
export async function mcpRoutes(
  app: FastifyInstance,
  { context: { version, publicUrl } }: { context: { version: string; publicUrl?: string | undefined } },
): Promise<void> {
  // So that a client with an OAuth secret finds where its token comes from.
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode !== 401) return;
    const metadata = `${callerOrigin(request, publicUrl)}${MCP_RESOURCE_PATH}`;
    void reply.header('WWW-Authenticate', `Bearer resource_metadata="${metadata}"`);
  });
  app.post('/mcp', { bodyLimit: BODY_LIMIT_BYTES, schema: { hide: true } }, async (request, reply) => {
    const { body } = request;
    // Earlier versions of the protocol knew batches, whose answers would have no bound.
    if (Array.isArray(body)) throw new AppError('validation_error', 'Send one message in a request.');
    const asked = new URL(request.url, 'http://localhost').searchParams.get('market_id') ?? undefined;
    if (asked !== undefined) getMarket(asked);
    const { answerMessage, marketNamed } = await import('@lonja/mcp');
    const answer = await answerMessage({
      request: new Request('http://localhost/mcp', { method: 'POST', headers: textsOf(request.headers) }),
      body,
      read: (path) => readAsCaller(app, request, path),
      version,
      market: marketNamed(asked ?? marketOf(principalOf(request))) ?? 'es',
    });
    void reply.code(answer.status).headers(Object.fromEntries(answer.headers));
    return reply.send(await answer.text());
  });
}

/** The first market of which the caller's subscription has a product. */
function marketOf(principal: Principal): string | undefined {
  return MARKETS.find((market) => readableProducts(principal, market).length > 0)?.market_id;
}

async function readAsCaller(app: FastifyInstance, request: FastifyRequest, path: string): Promise<Response> {
  const { statusCode, headers, payload } = await app.inject({
    method: 'GET',
    url: path,
    remoteAddress: callerAddress(request),
    headers: { accept: 'application/json', authorization: request.headers.authorization ?? '' },
  });
  return new Response(payload, { status: statusCode, headers: textsOf(headers) });
}

function textsOf(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
