import { type ConnectionOptions, createClient } from '@lonja/client';
import { watchedFetch } from './connection-state.ts';
import { paceDays } from './pace-days.ts';
import { sessionToken } from './session.ts';

/** Waits that are longer are shown to the reader instead. */
const MAX_WAIT_MS = 4000;

export const connection: ConnectionOptions = {
  baseUrl: '',
  credential: sessionToken,
  async fetch(input, init) {
    await paceDays(input, init?.signal);
    return watchedFetch(input, init);
  },
  retries: 2,
  maxWaitMs: MAX_WAIT_MS,
};

/** The service, as the signed-in user. */
export const client = createClient(connection);
