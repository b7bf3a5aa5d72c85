import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { createClient } from '@lonja/client';
import type { MarketId } from './arguments.ts';
import { createMcpServer } from './create-mcp-server.ts';

/** One message of the streamable HTTP transport. */
export interface Message {
  /** With the headers as they came; its body is not read. */
  request: Request;
  /** The parsed body. */
  body: unknown;
  /** Reads a path of the API, with its query, as the caller. */
  read: (path: string) => Promise<Response>;
  /** Version of the program. */
  version: string;
  /** The market that is meant where a call names none. */
  market: MarketId;
}

/**
 * Answers one message. Nothing is kept between messages: there is no session that a restart or another process of the service could lose. Tools
 * have nothing but `read`, so none of them can change anything.
 */
export async function answerMessage({ request, body, read, version, market }: Message): Promise<Response> {
  const client = createClient({
    baseUrl: '',
    retries: 0,
    fetch: async (path, { method } = {}) => {
      if (method !== 'GET' || typeof path !== 'string') throw new TypeError('Tools read.');
      return read(path);
    },
  });
  const server = createMcpServer(client, { version, market });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: body });
  } finally {
    await server.close();
  }
}
