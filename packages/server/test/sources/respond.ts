import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a server does with a request instead of answering it. */
export type Misbehaviour =
  | { kind: 'late'; ms: number }
  | { kind: 'status'; status: number; headers?: Record<string, string> }
  | { kind: 'html' }
  /** 302 to a page of this server. */
  | { kind: 'redirect'; to: string }
  | { kind: 'empty' }
  /** Half of the body, complete as far as HTTP shows. */
  | { kind: 'half' }
  /** Half of the body, then the connection breaks. */
  | { kind: 'cut' }
  | { kind: 'edit'; edit: (body: string) => string };

/** What a server says when it behaves. */
export interface Answer {
  status: number;
  body: string;
  contentType?: string;
}

const DOWN_PAGE = '<html><body>Down for work</body></html>';

/** Sends an answer, with validators where it is a good one, or misbehaves. */
export async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { answer, fault, end }: { answer: Answer; fault: Misbehaviour | undefined; end: AbortSignal },
): Promise<void> {
  if (fault?.kind === 'late') await sleep(fault.ms, undefined, { signal: end });
  if (fault?.kind === 'status') return void response.writeHead(fault.status, fault.headers).end('busy');
  if (fault?.kind === 'redirect' && URL.parse(request.url ?? '', 'http://localhost')?.pathname !== fault.to) {
    return void response.writeHead(302, { location: fault.to }).end();
  }
  if (fault?.kind === 'html' || fault?.kind === 'redirect') {
    return void response.writeHead(200, { 'content-type': 'text/html' }).end(DOWN_PAGE);
  }
  const { status, body, contentType = 'text/plain' } = answer;
  const headers = { 'content-type': contentType };
  if (status !== 200) return void response.writeHead(status, headers).end(body);
  if (fault?.kind === 'empty') return void response.writeHead(200, headers).end('');
  if (fault?.kind === 'half')
    return void response.writeHead(200, headers).end(body.slice(0, body.length / 2));
  if (fault?.kind === 'cut') {
    response.writeHead(200, { ...headers, 'content-length': Buffer.byteLength(body) });
    return void response.write(body.slice(0, body.length / 2), () => response.destroy());
  }
  if (fault?.kind === 'edit') return void response.writeHead(200, headers).end(fault.edit(body));
  const etag = `"${createHash('sha1').update(body).digest('hex')}"`;
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
  response.writeHead(200, { ...headers, etag }).end(body);
}
