#!/usr/bin/env bash
# Expected: a client of the client credentials grant (RFC 6749, 4.4) needs the token endpoint alone: RFC 8414 asks for
#           authorization_endpoint only where a supported grant uses it.
# Happens:  the ClientCredentialsProvider of the MCP SDK asks for no token: the whole metadata is refused for the field that is not there,
#           and the answer 401 is never acted on. With any address in that field the same client gets its token; it never asks that address.
# Matters:  machine accounts are how companies of this field read prices; an MCP server for them names an address that nobody uses.
# Seen in:  @modelcontextprotocol/sdk 1.32.2.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
npm install --prefix "$folder" --no-audit --no-fund --silent @modelcontextprotocol/sdk@1.32.2 || { echo "npm could not install the package."; exit 2; }

cat >"$folder/see.mjs" <<'JS'
import { createServer } from 'node:http';
import { ClientCredentialsProvider } from '@modelcontextprotocol/sdk/client/auth-extensions.js';
import { auth } from '@modelcontextprotocol/sdk/client/auth.js';

async function tryWith(fields) {
  const asked = [];
  const server = createServer((request, response) => {
    const url = `http://127.0.0.1:${server.address().port}`;
    asked.push(request.url);
    const answers = {
      '/.well-known/oauth-protected-resource/mcp': { resource: `${url}/mcp`, authorization_servers: [url] },
      '/.well-known/oauth-authorization-server': {
        issuer: url,
        token_endpoint: `${url}/token`,
        grant_types_supported: ['client_credentials'],
        response_types_supported: [],
        token_endpoint_auth_methods_supported: ['client_secret_basic'],
        ...(fields.withEndpoint && { authorization_endpoint: `${url}/nobody` }),
      },
      '/token': { access_token: 'one', token_type: 'Bearer', expires_in: 900 },
    };
    const answer = answers[request.url];
    response.writeHead(answer === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new ClientCredentialsProvider({ clientId: 'desk', clientSecret: 'secret', expectedIssuer: issuer });
  let result;
  try {
    result = await auth(provider, { serverUrl: `${issuer}/mcp` });
  } catch (error) {
    result = `${error.name} at ${error.issues?.[0]?.path?.join('.')}`;
  }
  server.close();
  return `${result}, token asked for: ${asked.includes('/token')}, that address: ${asked.includes('/nobody')}`;
}
console.log(`without: ${await tryWith({ withEndpoint: false })}; with: ${await tryWith({ withEndpoint: true })}`);
JS
seen="$(cd "$folder" && node see.mjs)"
expected="without: ZodError at authorization_endpoint, token asked for: false, that address: false; with: AUTHORIZED, token asked for: true, that address: false"
echo "$seen"
[ "$seen" = "$expected" ] || { echo "Changed: $expected was seen before."; exit 1; }
