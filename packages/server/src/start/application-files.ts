import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { IBERIA, MARKETS } from '@lonja/forecasting/market';
import { escapeHtml } from '../ground/documents/escape-html.ts';
import { AppError } from '../ground/errors.ts';
import type { SendServiceLinks } from '../ground/http/service-links.ts';
import { PAGE_POLICY } from '../ground/http/protection.ts';

export interface ApplicationFilesOptions {
  /** The answer at `/` to a request that does not accept a page. */
  sendLinks: SendServiceLinks;
  /** Folder of the built application; undefined while it is being built. */
  application: () => string | undefined;
}

/** Names under /assets hold a hash of their content. */
const HASHED = /^assets\//;
const YEAR = 'public, max-age=31536000, immutable';
const RETRY_AFTER_S = '3';

const WAITING_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="${RETRY_AFTER_S}">
<title>Lonja</title><p>The web application is being built. This page reloads by itself.</p></html>
`;

/**
 * Serves the web application: its files, and its page for every other address that a browser asks for, because the page itself knows
 * its addresses. Whatever belongs to the API and does not exist stays 404. `/` answers programs too, with links to the API.
 */
export async function applicationFiles(app: FastifyInstance, options: ApplicationFilesOptions) {
  await app.register(staticFiles, { root: import.meta.dirname, serve: false, preCompressed: true });

  // A page that lacks one of its files is blank, and a file costs next to nothing: they come however busy the process is.
  // Whatever is worth compressing was compressed when it was built.
  const route = { config: { answersUnderPressure: true }, compress: false, schema: { hide: true } } as const;
  app.get('/', route, (request, reply) => {
    void reply.header('Vary', 'Accept');
    return wantsPage(request, '') ? sendPage(reply) : options.sendLinks(request, reply);
  });
  app.get('/*', route, async (request, reply) => {
    const name = request.url.split('?')[0].slice(1);
    if (name.startsWith('api/')) return reply.callNotFound();
    const folder = options.application();
    if (folder !== undefined && isFile(folder, name)) return sendFile(reply, folder, name);
    if (wantsPage(request, name)) return sendPage(reply);
    if (folder !== undefined) return reply.callNotFound();
    throw new AppError('unavailable', 'The web application is being built; try again in a few seconds.', {
      headers: { 'Retry-After': RETRY_AFTER_S },
    });
  });

  function sendPage(reply: FastifyReply): FastifyReply {
    const folder = options.application();
    if (folder !== undefined)
      return MARKETS === IBERIA ? sendFile(reply, folder, 'index.html') : sendOwnPage(reply, folder);
    return reply
      .code(503)
      .headers({ 'Retry-After': RETRY_AFTER_S, 'Cache-Control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(WAITING_PAGE);
  }
}

/** The page with the markets of this installation, which the application reads before it draws anything. */
function sendOwnPage(reply: FastifyReply, folder: string): FastifyReply {
  const markets = MARKETS.map(({ id, name, timeZone, auctions }) => ({
    id,
    name,
    zone: timeZone,
    products: auctions.map(({ auction }) => auction),
  }));
  const page = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const meta = `<meta name="markets" content="${escapeHtml(JSON.stringify(markets))}">`;
  return reply
    .headers({ 'Cache-Control': 'no-cache', 'Content-Security-Policy': PAGE_POLICY })
    .type('text/html; charset=utf-8')
    .send(page.replace('<head>', () => `<head>${meta}`));
}

function isFile(folder: string, name: string): boolean {
  return (
    /^\w[\w.-]*(\/\w[\w.-]*)*$/.test(name) && path.extname(name) !== '' && existsSync(path.join(folder, name))
  );
}

function sendFile(reply: FastifyReply, folder: string, name: string) {
  void reply.headers({
    'Cache-Control': HASHED.test(name) ? YEAR : 'no-cache',
    'Content-Security-Policy': PAGE_POLICY,
  });
  return reply.sendFile(name, folder, { cacheControl: false });
}

/** A browser that goes somewhere, as opposed to a missing file or a program that mistook the address. */
function wantsPage(request: FastifyRequest, name: string): boolean {
  return path.extname(name) === '' && (request.headers.accept ?? '').includes('text/html');
}
