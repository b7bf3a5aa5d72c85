import { ClientCredentialsProvider } from '@modelcontextprotocol/sdk/client/auth-extensions.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { BIN } from '../../cli/test/run-lonja.ts';

export interface Host {
  client: Client;
  /** Calls a tool, as a host does. */
  call(name: string, args?: Record<string, unknown>): Promise<Answer>;
}

export interface Answer {
  isError: boolean;
  /** What is shown to a host that knows no structured content. */
  text: string;
  structured: Record<string, unknown>;
}

export async function connectByHttp(address: string, key: string, query = ''): Promise<Host> {
  const headers = { Authorization: `Bearer ${key}` };
  const url = new URL(`/mcp${query}`, address);
  return connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
}

/** With short-lived tokens, which the client gets by itself: the key is an OAuth client. */
export async function connectByOAuth(address: string, key: string): Promise<Host> {
  const authProvider = new ClientCredentialsProvider({
    clientId: key.slice(0, 12),
    clientSecret: key,
    expectedIssuer: address,
  });
  return connect(new StreamableHTTPClientTransport(new URL('/mcp', address), { authProvider }));
}

export async function connectByStdio(
  address: string,
  key: string,
  options: readonly string[] = [],
): Promise<Host> {
  const env = { PATH: process.env['PATH'] ?? '', LONJA_SERVER: address, LONJA_API_KEY: key };
  return connect(
    new StdioClientTransport({ command: process.execPath, args: [BIN, 'mcp', ...options], env }),
  );
}

/** It lists the tools first: only then does the client check answers by their schemas. */
async function connect(transport: Transport): Promise<Host> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  await client.listTools();
  return {
    client,
    async call(name, args = {}) {
      const { isError, content, structuredContent } = await client.callTool({ name, arguments: args });
      const [part] = content as { type: string; text: string }[];
      return {
        isError: isError === true,
        text: part.text,
        structured: (structuredContent ?? {}) as Record<string, unknown>,
      };
    },
  };
}
