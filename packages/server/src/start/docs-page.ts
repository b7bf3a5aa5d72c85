import { createHash } from 'node:crypto';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../ground/errors.ts';
import { DOCS_CSS, DOCS_INTRODUCTION } from './docs-introduction.ts';
import { type HeldReply, compressOnce, encodingOf, holdReply, sendHeld } from '../ground/http/held-reply.ts';
import { API_PREFIX } from '../ground/http/service-links.ts';

const DOCS_PATH = `${API_PREFIX}/docs`;

/**
 * The reference page, rendered in the browser by Scalar's bundle, which the plugin serves itself: no font, script or
 * request goes to another host. The page's only inline script is allowed by its hash; Scalar injects its style sheet, which
 * is why inline styles are allowed.
 */
export async function docsPage(app: FastifyInstance): Promise<void> {
  app.addHook('onRequest', async (request) => {
    // The plugin builds a URL from the Host header, which may hold anything.
    if (!URL.canParse(`http://${request.hostname}`)) {
      throw new AppError('invalid_request', 'The Host header is not a host name.');
    }
  });
  // The page and its script are the same for everybody: held from the first answer on, and compressed once.
  const held = new Map<string, HeldReply>();
  app.addHook('onRequest', async (request, reply) => {
    const known = held.get(routeOf(request));
    if (known !== undefined) return sendHeld(request, reply, known);
  });
  app.addHook('onSend', async (request, reply, sent) => {
    const payload = typeof sent === 'string' && sent.startsWith('<!doctype html>') ? dressed(sent) : sent;
    if (typeof payload !== 'string' || reply.statusCode !== 200 || request.method !== 'GET') return payload;
    const known = held.get(routeOf(request)) ?? holdReply(payload, headersOf(reply, payload));
    held.set(routeOf(request), known);
    const encoding = encodingOf(request.headers, known);
    const bytes = encoding === undefined ? payload : await compressOnce(known, encoding);
    void reply.headers(known.headers);
    if (encoding !== undefined) void reply.header('Content-Encoding', encoding);
    return bytes;
  });
  await app.register(scalar, {
    routePrefix: DOCS_PATH,
    configuration: {
      url: `${API_PREFIX}/openapi.json`,
      pageTitle: 'Lonja API',
      withDefaultFonts: false,
      telemetry: false,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      documentDownloadType: 'json',
      authentication: { preferredSecurityScheme: 'apiKey' },
      theme: 'none',
      favicon: '/docs/assets/mark.svg',
    },
  });
}

/** Scalar's page with its language, and what stands above the reference. */
function dressed(html: string): string {
  return html
    .replace('<html>', '<html lang="en">')
    .replace('</head>', `<style>${DOCS_CSS}</style></head>`)
    .replace('<div id="app"></div>', `${DOCS_INTRODUCTION}\n    <div id="app"></div>`);
}

function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? '';
}

function headersOf(reply: FastifyReply, payload: string): Record<string, string> {
  const type = String(reply.getHeader('Content-Type'));
  if (!type.startsWith('text/html'))
    return { 'Content-Type': type, 'Cache-Control': 'public, max-age=86400' };
  return {
    'Content-Type': type,
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': pagePolicy(payload),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Origin-Agent-Cluster': '?1',
  };
}

function pagePolicy(html: string): string {
  const hashes = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)]
    .map(([, script]) => script)
    .filter((script) => script !== '')
    .map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
