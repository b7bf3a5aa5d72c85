import type { IncomingMessage } from 'node:http';
import { wantsCsv } from '../../ground/http/csv.ts';
import type { HeldReply } from '../../ground/http/held-reply.ts';

/** A reply that is the same for every tenant whose subscription has the product. */
export interface SharedReply extends HeldReply {
  /** Market product that the caller must have subscribed to; undefined: none in particular. */
  product: string | undefined;
  /** The state of the data that the reply was made from. */
  epoch: string;
  /** Epoch ms from which on the passing of time alone changes the reply. */
  until: number;
}

export interface SharedReplies {
  find(key: string, epoch: string, now: number): SharedReply | undefined;
  keep(key: string, reply: SharedReply): void;
}

/** What the answer to a request depends on besides the data. */
export function replyKey({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
  return wantsCsv(headers.accept, undefined) ? `csv ${url}` : url;
}

/** Keeps the replies that were asked for last, up to a number of bytes. */
export function createSharedReplies(maxBytes: number): SharedReplies {
  const kept = new Map<string, SharedReply>();
  let bytes = 0;

  function drop(key: string, reply: SharedReply): void {
    kept.delete(key);
    bytes -= reply.body.length;
  }

  return {
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
  };
}
