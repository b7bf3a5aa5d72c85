import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Access } from '../services/identity/principal.ts';
import { wantsCsv } from './csv.ts';

/** The bytes of a successful read, the same for every tenant whose subscription has the product. */
export interface SharedReply {
  body: Buffer;
  /** The same as text where it is ASCII: one piece with the headers is sent faster than two. */
  text: string | undefined;
  etag: string;
  /** Headers of the reply itself, such as its type. */
  headers: Record<string, string>;
  /** The same and all others that answers to everybody share, as text; without length and tag. */
  fixedHead: string;
  /** Those of them that go with 304. */
  unchangedHead: string;
  /** What the route asks of a credential. */
  access: Access;
  /** Pattern of the route, for the log. */
  route: string;
  /** Market product that the caller must have subscribed to; undefined: none in particular. */
  product: string | undefined;
  /** The state of the data that the reply was made from. */
  epoch: string;
  /** Epoch ms from which on the passing of time alone changes the reply. */
  until: number;
}

export type Encoding = 'br' | 'gzip';

export interface SharedReplies {
  /** The reply as it is kept, whether it is still current or not. */
  peek(key: string): SharedReply | undefined;
  find(key: string, epoch: string, now: number): SharedReply | undefined;
  keep(key: string, reply: SharedReply): void;
  /** The compressed bytes, which are made once. */
  compress(reply: SharedReply, encoding: Encoding): Promise<Buffer>;
}

/** What the answer to a request depends on besides the data. */
export function replyKey({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
  return wantsCsv(headers.accept, undefined) ? `csv ${url}` : url;
}

const BROTLI_QUALITY = 5;

const compressors: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (body) => promisify(gzip)(body),
};

/** Keeps the replies that were asked for last, up to a number of bytes. */
export function createSharedReplies(maxBytes: number): SharedReplies {
  const kept = new Map<string, SharedReply>();
  const compressed = new WeakMap<SharedReply, Map<Encoding, Promise<Buffer>>>();
  let bytes = 0;

  function drop(key: string, reply: SharedReply): void {
    kept.delete(key);
    bytes -= reply.body.length;
  }

  return {
    peek: (key) => kept.get(key),
    find(key, epoch, now) {
      const reply = kept.get(key);
      if (reply === undefined) return undefined;
      if (reply.epoch !== epoch || now >= reply.until) {
        drop(key, reply);
        return undefined;
      }
      // A Map keeps the order of insertion: what is used moves to the end, what is oldest goes first.
      kept.delete(key);
      kept.set(key, reply);
      return reply;
    },
    keep(key, reply) {
      const earlier = kept.get(key);
      if (earlier !== undefined) drop(key, earlier);
      if (reply.body.length > maxBytes / 8) return;
      kept.set(key, reply);
      bytes += reply.body.length;
      for (const [oldestKey, oldest] of kept) {
        if (bytes <= maxBytes) break;
        drop(oldestKey, oldest);
      }
    },
    compress(reply, encoding) {
      const ofReply = compressed.get(reply) ?? new Map<Encoding, Promise<Buffer>>();
      compressed.set(reply, ofReply);
      const bytesOfEncoding = ofReply.get(encoding) ?? compressors[encoding](reply.body);
      ofReply.set(encoding, bytesOfEncoding);
      return bytesOfEncoding;
    },
  };
}
