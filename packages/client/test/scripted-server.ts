import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { text } from 'node:stream/consumers';

export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export type Answer = (response: ServerResponse) => void;

/** A server that gives the answers of its script, one for each request, and then the last one for ever. */
export interface ScriptedServer {
  baseUrl: string;
  received: ReceivedRequest[];
  script(...answers: Answer[]): void;
  close(): Promise<void>;
}

export async function startScriptedServer(): Promise<ScriptedServer> {
  let answers: Answer[] = [];
  const received: ReceivedRequest[] = [];
  const reply = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers } = request;
    received.push({ method, url, headers, body: await text(request) });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    (answer ?? hangUp)(response);
  };
  const server = createServer((request, response) => {
    void reply(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    received,
    script(...next) {
      answers = next;
      received.length = 0;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (response) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
}

export function refusal(status: number, error: string, headers: Record<string, string> = {}): Answer {
  const body = { error, detail: 'Not now.', status, request_id: 'r1' };
  return json(status, body, { 'X-Request-Id': 'r1', ...headers });
}

export const hangUp: Answer = (response) => response.destroy();
