import { type LonjaEvent, streamEvents } from '@lonja/client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { connection } from './client.ts';

/** First part of the key of every query that a new run or price can change. */
export const MARKET_KEY = 'market';

const CHANNEL = 'lonja.live';
const RETRY_MS = 60_000;

/**
 * Asks again for market data when a run or prices land. One tab of the browser listens to the service and tells the others,
 * because a browser opens only a few connections to one host. `onEvent` must stay the same function.
 */
export function useLiveUpdates(onEvent: (event: LonjaEvent) => void): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const end = new AbortController();
    const channel = new BroadcastChannel(CHANNEL);
    const receive = (event: LonjaEvent) => {
      void queryClient.invalidateQueries({ queryKey: [MARKET_KEY] });
      onEvent(event);
    };
    channel.addEventListener('message', ({ data }: MessageEvent<LonjaEvent>) => receive(data));
    void listenInOneTab(end.signal, (event) => {
      channel.postMessage(event);
      receive(event);
    });
    return () => {
      end.abort();
      channel.close();
    };
  }, [queryClient, onEvent]);
}

async function listenInOneTab(signal: AbortSignal, onEvent: (event: LonjaEvent) => void): Promise<void> {
  try {
    await navigator.locks.request(CHANNEL, { signal }, () => listen(signal, onEvent));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function listen(signal: AbortSignal, onEvent: (event: LonjaEvent) => void): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const event of streamEvents(connection, { signal })) onEvent(event);
    } catch {
      // Without the stream the pages still ask again by themselves.
      if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
