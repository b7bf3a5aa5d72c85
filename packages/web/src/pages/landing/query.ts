import type { HeadlineAccuracy, Preparation } from '@lonja/client';
import { queryOptions } from '@tanstack/react-query';
import { preparingMs } from '../../api/summary.ts';

/** What the service shows of itself without a credential. One value for each hour from `start`, EUR/MWh; null where there is none. */
export interface Showcase {
  start: string;
  price: (number | null)[];
  value: (number | null)[];
  p10: (number | null)[];
  p90: (number | null)[];
  issued_at: string | null;
  accuracy: HeadlineAccuracy | null;
  backtested: HeadlineAccuracy | null;
  /** The same of the last run before the gate. */
  at_gate: { accuracy: HeadlineAccuracy | null; backtested: HeadlineAccuracy | null };
  preparation: Preparation | null;
  simulated: boolean;
}

/** Whether any of its hours was forecast ahead of its auction. */
export function hasForecast({ value }: Showcase): boolean {
  return value.some((price) => price !== null);
}

const AGAIN_MS = 2 * 60_000;

/** It is a file of the application, not of the API, which answers nobody without a credential. */
export const showcaseQuery = queryOptions({
  queryKey: ['showcase'],
  async queryFn({ signal }): Promise<Showcase> {
    const reply = await fetch('/showcase.json', { signal });
    if (!reply.ok) throw new Error(`The picture of the start page could not be fetched: ${reply.status}.`);
    return reply.json();
  },
  refetchInterval: ({ state }) => preparingMs(state.data?.preparation) ?? AGAIN_MS,
});
