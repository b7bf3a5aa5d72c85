import type { Clock } from '../timing/clock.ts';
import type { Db } from './database.ts';
import type { DataOrigin } from './service-state.ts';

/** What reading market data needs of the running service. */
export interface ReadContext {
  db: Db;
  clock: Clock;
  /** The world that is served; undefined before any data were loaded. */
  dataOrigin(): Promise<DataOrigin | undefined>;
}

/** Whether what is served now comes from the simulator. */
export async function isSimulated(context: ReadContext): Promise<boolean> {
  return (await context.dataOrigin()) === 'simulator';
}
