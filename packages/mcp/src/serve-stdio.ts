import { once } from 'node:events';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Client } from '@lonja/client';
import type { MarketId } from './arguments.ts';
import { createMcpServer } from './create-mcp-server.ts';

/** Serves the tools over standard input and output until the input ends, which is how a host ends its servers. */
export async function serveStdio(
  client: Client,
  served: { version: string; market: MarketId },
): Promise<void> {
  const server = createMcpServer(client, served);
  const ended = once(process.stdin, 'end');
  await server.connect(new StdioServerTransport());
  await ended;
  await server.close();
}
