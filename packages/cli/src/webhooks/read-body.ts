import type { IncomingMessage } from 'node:http';

/** Webhooks are tens of kilobytes; what is larger is none. */
const MAX_BYTES = 4 * 2 ** 20;

/** The whole body of a request; rejects when it is larger than any webhook. */
export async function readBody(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > MAX_BYTES) throw new RangeError('The body is larger than any webhook.');
    chunks.push(bytes);
  }
  return Uint8Array.from(Buffer.concat(chunks));
}
