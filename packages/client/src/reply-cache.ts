/** Answers by address and credential, with their entity tags. */
export interface ReplyCache {
  get(key: string): KeptReply | undefined;
  set(key: string, reply: KeptReply): void;
}

export interface KeptReply {
  etag: string;
  body: unknown;
}

/** Keeps the answers that were read last. They are handed out as they are: do not change them. */
export function createReplyCache({ maxReplies = 100 }: { maxReplies?: number } = {}): ReplyCache {
  const replies = new Map<string, KeptReply>();
  const keep = (key: string, reply: KeptReply) => {
    replies.delete(key);
    replies.set(key, reply);
    for (const oldest of replies.keys()) {
      if (replies.size <= maxReplies) break;
      replies.delete(oldest);
    }
  };
  return {
    get(key) {
      const reply = replies.get(key);
      if (reply !== undefined) keep(key, reply);
      return reply;
    },
    set: keep,
  };
}
