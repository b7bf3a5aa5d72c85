import pg from 'pg';
import { HostClient } from './database-hosts.ts';

const RECONNECT_MS = 1000;
/** A connection on which nothing comes may be lost; so often it is asked, and so long it may take to answer. */
const ASK_EVERY_MS = 4000;
const ANSWER_MS = 3000;

/** Hears notifications until `stop`. */
export interface Listening {
  stop(): Promise<void>;
}

/**
 * Calls `onNotify` with what every notification on a channel says, over a connection of its own that is made again when it breaks.
 * When it has been made it is called without anything, because something may have been missed; so a caller that also looks now and
 * then misses nothing.
 */
export function listenTo(
  databaseUrl: string,
  channel: string,
  onNotify: (payload?: string) => void,
  { askEveryMs = ASK_EVERY_MS, answerMs = ANSWER_MS }: { askEveryMs?: number; answerMs?: number } = {},
): Listening {
  let client: HostClient | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const connect = async () => {
    const next = new HostClient({
      connectionString: databaseUrl,
      application_name: 'lonja-listen',
      keepAlive: true,
      query_timeout: answerMs,
    });
    client = next;
    let broken = false;
    let asking: NodeJS.Timeout | undefined;
    const retry = () => {
      clearInterval(asking);
      if (broken || stopped) return;
      broken = true;
      next.end().catch(() => undefined);
      timer = setTimeout(() => void connect(), RECONNECT_MS);
    };
    next
      .on('error', retry)
      .on('end', retry)
      .on('notification', ({ payload }) => onNotify(payload ?? ''));
    try {
      await next.connect();
      await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      asking = setInterval(() => {
        if (next.isLeft()) retry();
        else void next.query('select 1').catch(retry);
      }, askEveryMs);
      asking.unref();
      onNotify();
    } catch {
      retry();
    }
  };
  const connected = connect();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await connected;
      await client?.end().catch(() => undefined);
    },
  };
}
