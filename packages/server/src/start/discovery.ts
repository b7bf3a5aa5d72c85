import { isIP } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_PREFIX } from '../ground/http/service-links.ts';
import { SCOPES } from '../people/access/principal.ts';
import { readDocuments } from '../ground/documents/documents.ts';
import { readNavigation } from '../ground/documents/navigation.ts';
import { callerOrigin } from '../ground/http/caller-address.ts';

export interface DiscoveryOptions {
  version: string;
  /** Where callers reach the service; undefined: at the address that they ask. */
  publicUrl: string | undefined;
  /** The folder of the documentation; undefined where it was not installed. */
  folder: string | undefined;
}

/** Any page may read what is public and the same for everyone. */
const OPEN = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET',
  'Access-Control-Allow-Headers': 'Content-Type',
};

/** Where the metadata of what `/mcp` asks for as a credential is (RFC 9728). */
export const MCP_RESOURCE_PATH = '/.well-known/oauth-protected-resource/mcp';

/**
 * What programs look for: the metadata of the OAuth server (RFC 8414) and of what its tokens open (RFC 9728), `llms.txt`, the catalogue of
 * MCP servers (SEP-2127) and the card of the one that is here.
 */
export async function discoveryRoutes(app: FastifyInstance, options: DiscoveryOptions): Promise<void> {
  const { version, folder } = options;
  const route = { schema: { hide: true } };

  app.get('/mcp/server-card', route, async (request, reply) => {
    const { createServerCard } = await import('@lonja/mcp');
    const url = addressOf(request);
    const card = createServerCard({ name: `${reversed(hostOf(url))}/lonja`, url, version });
    return send(reply, 'application/mcp-server-card+json', JSON.stringify(card, null, 2));
  });

  for (const path of ['/.well-known/mcp/catalog.json', '/.well-known/ai-catalog.json']) {
    app.get(path, route, async (request, reply) => {
      const url = addressOf(request);
      const entry = {
        identifier: `urn:air:${hostOf(url)}:lonja`,
        displayName: 'Lonja',
        type: 'application/mcp-server-card+json',
        url: `${url}/mcp/server-card`,
      };
      return send(
        reply,
        'application/json',
        JSON.stringify({ specVersion: 'draft', entries: [entry] }, null, 2),
      );
    });
  }

  app.get('/.well-known/oauth-authorization-server', route, async (request, reply) => {
    const url = addressOf(request);
    const guide = `${url}/docs/guides/machine-accounts`;
    const metadata = {
      issuer: url,
      // No grant uses it; the official client of MCP refuses metadata without it. Who is sent there reads what to do instead.
      authorization_endpoint: guide,
      token_endpoint: `${url}${API_PREFIX}/oauth/token`,
      grant_types_supported: ['client_credentials'],
      response_types_supported: [],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      scopes_supported: SCOPES,
      ...(folder !== undefined && { service_documentation: guide }),
    };
    return send(reply, 'application/json', JSON.stringify(metadata, null, 2));
  });

  app.get(MCP_RESOURCE_PATH, route, async (request, reply) => {
    const url = addressOf(request);
    const metadata = {
      resource: `${url}/mcp`,
      authorization_servers: [url],
      bearer_methods_supported: ['header'],
      resource_name: 'Lonja',
      ...(folder !== undefined && { resource_documentation: `${url}/docs/recipes/assistants` }),
    };
    return send(reply, 'application/json', JSON.stringify(metadata, null, 2));
  });

  if (folder === undefined) return;
  let sections: Promise<LinkSection[]> | undefined;
  app.get('/llms.txt', route, async (request, reply) => {
    sections ??= readSections(folder);
    return send(reply, 'text/plain', writeLlmsText(await sections, addressOf(request)));
  });

  function addressOf(request: FastifyRequest): string {
    return callerOrigin(request, options.publicUrl);
  }

  /** Where the address is the one that was asked, no cache may keep it for others. */
  function send(reply: FastifyReply, type: string, text: string): FastifyReply {
    const caching = options.publicUrl === undefined ? 'no-store' : 'public, max-age=3600';
    return reply
      .headers({ ...OPEN, 'Cache-Control': caching })
      .type(`${type}; charset=utf-8`)
      .send(`${text}\n`);
  }
}

interface LinkSection {
  name: string;
  pages: { title: string; file: string; about: string }[];
}

/** The pages of the documentation by group, without their texts. */
async function readSections(folder: string): Promise<LinkSection[]> {
  const groups = await readNavigation(folder, await readDocuments(folder));
  return groups.map(({ name, pages }) => ({
    name,
    pages: pages.map(({ document: { title, file }, about }) => ({ title, file, about })),
  }));
}

/** The pages of the documentation as Markdown, as llmstxt.org has it. */
function writeLlmsText(groups: readonly LinkSection[], url: string): string {
  const sections = groups.map(({ name, pages }) => {
    const links = pages.map(({ title, file, about }) => {
      const link = `- [${title}](${url}/docs/${file})`;
      return about === '' ? link : `${link}: ${about}`;
    });
    return [`## ${name}`, '', ...links].join('\n');
  });
  return [
    '# Lonja',
    '> Electricity price forecasts for Spain: the day-ahead market and the three intraday auctions, with 10-90 % intervals and checkable accuracy.',
    [
      `- The API is below ${url}/api/v1; its OpenAPI document is ${url}/api/v1/openapi.json.`,
      `- Assistants reach ten tools that read by the Model Context Protocol at ${url}/mcp (streamable HTTP), with an API key as bearer token.`,
      '- Prices are EUR/MWh, days are those of Europe/Madrid. Where an answer says `simulated`, its prices are made up.',
    ].join('\n'),
    ...sections,
  ].join('\n\n');
}

function hostOf(url: string): string {
  return new URL(url).hostname.replace(/[^a-zA-Z0-9.-]/g, '-');
}

/** `lonja.example.com` as `com.example.lonja`; an address of digits stays as it is. */
function reversed(host: string): string {
  return isIP(host) === 0 ? host.split('.').toReversed().join('.') : host;
}
