import { type ConnectionOptions, createClient } from '@lonja/client';
import { watchedFetch } from './connection-state.ts';
import { sessionToken } from './session.ts';

/** Waits that are longer are shown to the reader instead. */
const MAX_WAIT_MS = 4000;

export const connection: ConnectionOptions = {
  baseUrl: '',
  credential: sessionToken,
  fetch: watchedFetch,
  retries: 2,
  maxWaitMs: MAX_WAIT_MS,
};

/** The service, as the signed-in user. */
export const client = createClient(connection);
