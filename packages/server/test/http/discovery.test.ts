import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { findDocuments } from '../../src/ground/documents/documents.ts';
import { discoveryRoutes } from '../../src/start/discovery.ts';
import { documentPages } from '../../src/start/document-pages.ts';

const folder = findDocuments();

async function open(publicUrl: string | undefined) {
  const app = fastify();
  await app.register(discoveryRoutes, { version: '1.2.3', publicUrl, folder });
  return app;
}

test('a catalogue names the server card, which has what a client needs before it connects', async () => {
  const app = await open('https://lonja.example.com');
  for (const url of ['/.well-known/mcp/catalog.json', '/.well-known/ai-catalog.json']) {
    const catalogue = await app.inject(url);
    assert.equal(catalogue.headers['access-control-allow-origin'], '*');
    assert.equal(catalogue.headers['cache-control'], 'public, max-age=3600');
    assert.deepEqual(catalogue.json<unknown>(), {
      specVersion: 'draft',
      entries: [
        {
          identifier: 'urn:air:lonja.example.com:lonja',
          displayName: 'Lonja',
          type: 'application/mcp-server-card+json',
          url: 'https://lonja.example.com/mcp/server-card',
        },
      ],
    });
  }
  const reply = await app.inject('/mcp/server-card');
  assert.match(String(reply.headers['content-type']), /^application\/mcp-server-card\+json/);
  const card = reply.json<{
    name: string;
    version: string;
    description: string;
    remotes: { url: string }[];
  }>();
  assert.deepEqual([card.name, card.version], ['com.example.lonja/lonja', '1.2.3']);
  assert.match(card.name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  assert.ok(card.description.length <= 100);
  assert.deepEqual(
    card.remotes.map(({ url }) => url),
    ['https://lonja.example.com/mcp'],
  );
  await app.close();
});

test('the metadata of the OAuth server has the public address in it', async () => {
  assert.ok(folder !== undefined);
  const app = await open('https://lonja.example.com');
  await app.register(documentPages, { folder, application: undefined });
  const reply = await app.inject('/.well-known/oauth-authorization-server');
  assert.match(String(reply.headers['content-type']), /^application\/json/);
  assert.deepEqual(reply.json<unknown>(), {
    issuer: 'https://lonja.example.com',
    authorization_endpoint: 'https://lonja.example.com/docs/guides/machine-accounts',
    token_endpoint: 'https://lonja.example.com/api/v1/oauth/token',
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    scopes_supported: ['forecasts:read', 'market:read', 'metrics:read', 'portfolio:read', 'portfolio:write'],
    service_documentation: 'https://lonja.example.com/docs/guides/machine-accounts',
  });
  assert.equal((await app.inject('/docs/guides/machine-accounts')).statusCode, 200);
  await app.close();
});

test('what /mcp takes as a credential names this OAuth server', async () => {
  const app = await open('https://lonja.example.com');
  assert.deepEqual((await app.inject('/.well-known/oauth-protected-resource/mcp')).json<unknown>(), {
    resource: 'https://lonja.example.com/mcp',
    authorization_servers: ['https://lonja.example.com'],
    bearer_methods_supported: ['header'],
    resource_name: 'Lonja',
    resource_documentation: 'https://lonja.example.com/docs/recipes/assistants',
  });
  await app.close();
});

test('without a public address it is the one that was asked, which no cache keeps', async () => {
  const app = await open(undefined);
  const reply = await app.inject({ url: '/mcp/server-card', headers: { host: '127.0.0.1:8080' } });
  assert.equal(reply.headers['cache-control'], 'no-store');
  const card = reply.json<{ name: string; remotes: { url: string }[] }>();
  assert.deepEqual([card.name, card.remotes[0].url], ['127.0.0.1/lonja', 'http://127.0.0.1:8080/mcp']);
  const odd = await app.inject({ url: '/mcp/server-card', headers: { host: '"><script>' } });
  assert.doesNotMatch(odd.body, /<script/);
  await app.close();
});

test('llms.txt has a heading, a summary, and every page of the documentation as Markdown that is there', async () => {
  assert.ok(folder !== undefined);
  const app = await open('https://lonja.example.com');
  await app.register(documentPages, { folder, application: undefined });
  const { body, headers } = await app.inject('/llms.txt');
  assert.match(String(headers['content-type']), /^text\/plain; charset=utf-8/);
  const [heading, , summary] = body.split('\n');
  assert.deepEqual([heading, summary.slice(0, 2)], ['# Lonja', '> ']);
  const links = [...body.matchAll(/^- \[[^\]]+\]\(https:\/\/lonja\.example\.com(\/[^)]+)\)/gm)].map(
    ([, path]) => path,
  );
  assert.ok(links.length > 60, String(links.length));
  for (const path of links) {
    const page = await app.inject(path);
    assert.equal(page.headers['content-type'], 'text/markdown; charset=utf-8', path);
  }
  await app.close();
});
