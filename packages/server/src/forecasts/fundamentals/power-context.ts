import type { PowerResult, PowerTask } from '@lonja/forecasting/workers';
import type { Logger } from 'pino';
import type { Clock } from '../../ground/timing/clock.ts';
import type { Db } from '../../ground/database/database.ts';

/** What forecasting the power system needs of its surroundings. */
export interface PowerContext {
  db: Db;
  clock: Clock;
  logger: Logger;
  /** Computes forecasts: those that are waited for on the machine's cores, work in the background on one that is otherwise idle. */
  forecastPower(tasks: PowerTask[], purpose: 'forecast' | 'background'): Promise<PowerResult[]>;
}
