import { type LonjaEvent, streamEvents } from '@lonja/client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { atMostEvery } from './at-most-every.ts';
import { connection } from './client.ts';
import { connectionStatus, onConnectionChange } from './connection-state.ts';

/** First part of the key of every query that a new run or price can change. */
export const MARKET_KEY = 'market';

const CHANNEL = 'lonja.live';
/** Without a stream the pages are asked again this often. */
const RETRY_MS = 60_000;
/** Many runs and prices land at once when a service starts: then pages are asked again no more often than this. */
const LEAST_BETWEEN_MS = 5000;

/** An event, or `null` when it is unknown whether something happened. */
type News = LonjaEvent | null;

/**
 * Asks again for market data when a run or prices land. One tab of the browser reads the stream and notifies the others,
 * because a browser opens only a few connections to one host. After a lost connection everything is asked for again. `onEvent`
 * must stay the same function.
 */
export function useLiveUpdates(onEvent: (event: LonjaEvent) => void): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const end = new AbortController();
    const channel = new BroadcastChannel(CHANNEL);
    const askAgain = atMostEvery(
      LEAST_BETWEEN_MS,
      () => void queryClient.invalidateQueries({ queryKey: [MARKET_KEY] }),
    );
    const receive = (news: News) => {
      askAgain.call();
      if (news !== null) onEvent(news);
    };
    channel.addEventListener('message', ({ data }: MessageEvent<News>) => receive(data));
    const endWatch = onConnectionChange(() => {
      if (connectionStatus().state === 'live') receive(null);
    });
    void listenInOneTab(end.signal, (news) => {
      channel.postMessage(news);
      receive(news);
    });
    return () => {
      end.abort();
      askAgain.end();
      endWatch();
      channel.close();
    };
  }, [queryClient, onEvent]);
}

async function listenInOneTab(signal: AbortSignal, onNews: (news: News) => void): Promise<void> {
  try {
    await navigator.locks.request(CHANNEL, { signal }, () => listen(signal, onNews));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function listen(signal: AbortSignal, onNews: (news: News) => void): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const event of streamEvents(connection, { signal, marketId: 'all' })) onNews(event);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      if (!signal.aborted) onNews(null);
    }
  }
}
