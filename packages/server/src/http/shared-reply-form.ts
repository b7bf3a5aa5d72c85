import type { IncomingHttpHeaders } from 'node:http';
import { negotiate } from '@fastify/accept-negotiator';
import type { Encoding, SharedReply } from './shared-replies.ts';

const COMPRESSION_THRESHOLD_BYTES = 1024;
const ENCODINGS: Encoding[] = ['br', 'gzip'];

/** The encoding that a caller prefers for a reply; undefined: as it is. */
export function encodingOf(headers: IncomingHttpHeaders, { body }: SharedReply): Encoding | undefined {
  const accepted = headers['accept-encoding'];
  if (accepted === undefined || body.length < COMPRESSION_THRESHOLD_BYTES) return undefined;
  return negotiate(accepted.toLowerCase(), ENCODINGS) ?? undefined;
}

/** The head of a whole answer. A compressed answer has a tag of its own. */
export function taggedHead(reply: SharedReply, encoding: Encoding | undefined, length: number): string {
  const { etag, fixedHead } = reply;
  if (encoding === undefined) return `${fixedHead}etag: ${etag}\r\ncontent-length: ${length}\r\n`;
  const tag = `${etag.slice(0, -1)}-${encoding}"`;
  return `${fixedHead}etag: ${tag}\r\ncontent-encoding: ${encoding}\r\ncontent-length: ${length}\r\n`;
}
