import { createHash } from 'node:crypto';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import { API_PREFIX } from './openapi.ts';

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
  app.addHook('onSend', async (_request, reply, payload) => {
    if (typeof payload !== 'string' || reply.statusCode !== 200) return payload;
    const isPage = String(reply.getHeader('Content-Type')).startsWith('text/html');
    void reply.header('Cache-Control', isPage ? 'no-cache' : 'public, max-age=86400');
    if (isPage) {
      void reply.headers({
        'Content-Security-Policy': pagePolicy(payload),
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Origin-Agent-Cluster': '?1',
      });
    }
    return payload;
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
      favicon: 'data:,',
    },
  });
  for (const path of ['/docs', '/docs/']) {
    app.get(path, { schema: { hide: true } }, async (_request, reply) => reply.redirect(`${DOCS_PATH}/`));
  }
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
