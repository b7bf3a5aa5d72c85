import { type Client, LonjaError } from '@lonja/client';
import type { Environment } from './environment.ts';

/** The service's own time, epoch ms: the one that "today", "now" and "expired" are of. */
export type ServiceClock = () => Promise<number>;

const UNKNOWN =
  'lonja: The service does not say what time it is, so days and instants go by the clock of this computer. ' +
  'Name them as dates where the two differ, or upgrade the service.\n';

/** Asks the service when its time is first needed, and counts on from there. */
export function createServiceClock(
  client: Pick<Client, 'health'>,
  { stderr }: Pick<Environment, 'stderr'>,
): ServiceClock {
  let aheadMs: Promise<number> | undefined;

  async function readAheadMs(): Promise<number> {
    const ahead = Date.parse((await readNow(client)) ?? '') - Date.now();
    if (!Number.isNaN(ahead)) return ahead;
    stderr.write(UNKNOWN);
    return 0;
  }

  return async () => {
    aheadMs ??= readAheadMs();
    try {
      return Date.now() + (await aheadMs);
    } catch (error) {
      aheadMs = undefined;
      throw error;
    }
  };
}

/** Undefined where the service gives none: earlier releases do not, and a proxy may keep the route to itself. */
async function readNow({ health }: Pick<Client, 'health'>): Promise<string | undefined> {
  try {
    const { now } = await health.get();
    return now;
  } catch (error) {
    if (error instanceof LonjaError && !error.mayPass) return undefined;
    throw error;
  }
}
