import { type Reasons, sentenceOf } from '../../../ground/reasons/reasons.ts';

/** A source's answer. */
export interface Reply {
  status: number;
  contentType: string;
  text: string;
}

/** An answer that may be asked for again with its validators. */
export interface CachedReply {
  reply: Reply;
  etag: string | undefined;
  lastModified: string | undefined;
  /** Epoch ms until which it may be used without asking. */
  freshUntil: number;
}

export interface ReplyCache {
  find(key: string): CachedReply | undefined;
  keep(key: string, cached: CachedReply): void;
}

const MAX_CHARACTERS = 16 * 2 ** 20;
const MAX_FRESH_MS = 300_000;

/** Answers in memory, those used last, up to a fixed size. */
export function createReplyCache(): ReplyCache {
  const kept = new Map<string, CachedReply>();
  let characters = 0;
  const forget = (key: string) => {
    characters -= kept.get(key)?.reply.text.length ?? 0;
    kept.delete(key);
  };
  return {
    find(key) {
      const cached = kept.get(key);
      if (cached === undefined) return undefined;
      // A Map keeps the order of insertion: what is used moves to the end, what is oldest goes first.
      kept.delete(key);
      kept.set(key, cached);
      return cached;
    },
    keep(key, cached) {
      forget(key);
      kept.set(key, cached);
      characters += cached.reply.text.length;
      for (const [oldest] of kept) {
        if (characters <= MAX_CHARACTERS) break;
        forget(oldest);
      }
    },
  };
}

/** How long an answer may be used without asking, by its `Cache-Control`: five minutes at most, 0 where it does not say. */
export function freshForMs(cacheControl: string | null): number {
  if (cacheControl === null || /no-store|no-cache/i.test(cacheControl)) return 0;
  const seconds = /max-age=(\d{1,9})/i.exec(cacheControl)?.[1];
  return seconds === undefined ? 0 : Math.min(MAX_FRESH_MS, Number(seconds) * 1000);
}

/** A source that does not answer, or answers that it cannot now. Names the source and what was asked, never the address. */
export class SourceUnavailable extends Error {
  override readonly name = 'SourceUnavailable';
  readonly reasons: Reasons;
  /** It refuses to answer (401, 403, a page in place of data): asking again as before will not help. */
  readonly refused: boolean;
  /** False when nothing was sent, because requests are paused after earlier failures. */
  readonly asked: boolean;

  constructor(reasons: Reasons, options: { refused?: boolean; asked?: boolean; cause?: unknown } = {}) {
    super(sentenceOf(reasons), options.cause === undefined ? undefined : { cause: options.cause });
    this.reasons = reasons;
    this.refused = options.refused ?? false;
    this.asked = options.asked ?? true;
  }
}

/** What may stand before the first element of a page: a byte order mark, blanks, an XML declaration, comments. */
const PREAMBLE = /^(?:\uFEFF|\s|<\?xml[^>]*\?>|<!--[\s\S]*?-->)+/;
const FIRST_ELEMENT = /^<(?:!doctype\s+html|html|head|body|title|meta|script|style|center|div|h1|p)\b/i;

/** Whether a text is a page for browsers, such as a block or a maintenance page. No source sends its data as one. */
export function isWebPage(text: string): boolean {
  return FIRST_ELEMENT.test(text.replace(PREAMBLE, ''));
}
