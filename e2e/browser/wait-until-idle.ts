import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@lonja/client';

const POLL_MS = 5000;
const MOST_POLLS = 240;
/** How often in a row nothing may be under way: jobs beget jobs. */
const QUIET_POLLS = 3;

/**
 * Waits until the service has nothing left to do in the background. After a first start it makes up forecasts of past days for some
 * minutes, on the processor that would be measured.
 */
export async function waitUntilIdle(baseUrl: string, token: string): Promise<void> {
  const client = createClient({ baseUrl, credential: token });
  let quiet = 0;
  for (let poll = 0; poll < MOST_POLLS; poll++) {
    const { queues } = await client.platform.jobs({});
    const isBusy = queues.some(({ active }) => active > 0);
    quiet = isBusy ? 0 : quiet + 1;
    if (quiet >= QUIET_POLLS) return;
    await sleep(POLL_MS);
  }
  throw new Error('The service did not come to rest.');
}
