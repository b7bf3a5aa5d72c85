import { LonjaError } from '@lonja/client';
import { useSyncExternalStore } from 'react';
import { serviceNow } from '../time/service-clock.ts';
import { fetchOrTakeEarly } from './early-answers.ts';

/** How the application stands with the service: it answers, it does not, or the browser has no network. */
export type ConnectionState = 'live' | 'reconnecting' | 'offline';

export interface ConnectionStatus {
  state: ConnectionState;
  /** When the state began, epoch ms of the service's clock. While it is not `live`, the data are as of then. */
  sinceMs: number;
}

const CHANNEL = 'lonja.connection';
/** A proxy in front of the service writes these when the service itself gives no answer. */
const GATEWAY_FAULTS: ReadonlySet<number> = new Set([502, 504]);

let isReached = true;
let status: ConnectionStatus = { state: 'live', sinceMs: 0 };
const listeners = new Set<() => void>();
/** Only one tab reads the stream of events and notices at once that the connection is lost; it informs the others. */
let channel: BroadcastChannel | undefined;

/** `fetch` that notes whether the service answers. */
export const watchedFetch: typeof fetch = async (input, init) => {
  try {
    const response = await fetchOrTakeEarly(input, init);
    noteReach(!GATEWAY_FAULTS.has(response.status));
    return response;
  } catch (error) {
    if (init?.signal?.aborted !== true) noteReach(false);
    throw error;
  }
};

/** Whether an error says what the state of the connection says: there was no answer of the service. */
export function isUnreached(error: unknown): boolean {
  return error instanceof LonjaError && (error.error === 'network_error' || GATEWAY_FAULTS.has(error.status));
}

export function connectionStatus(): ConnectionStatus {
  return status;
}

export function useConnectionStatus(): ConnectionStatus {
  return useSyncExternalStore(onConnectionChange, connectionStatus);
}

/** Calls back after every change of the state; returns how to end that. */
export function onConnectionChange(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('online', update);
    addEventListener('offline', update);
    channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener('message', ({ data }: MessageEvent<boolean>) => {
      isReached = data;
      update();
    });
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    removeEventListener('online', update);
    removeEventListener('offline', update);
    channel?.close();
    channel = undefined;
  };
}

function noteReach(reached: boolean): void {
  if (reached === isReached) return;
  isReached = reached;
  channel?.postMessage(reached);
  update();
}

function update(): void {
  const state = !navigator.onLine ? 'offline' : isReached ? 'live' : 'reconnecting';
  if (state === status.state) return;
  // From offline to reconnecting the data are still those of before.
  const isStillLost = state !== 'live' && status.state !== 'live';
  status = { state, sinceMs: isStillLost ? status.sinceMs : serviceNow() };
  for (const listener of listeners) listener();
}
