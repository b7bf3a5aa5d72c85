import type { PowerResult, PowerTask } from '@lonja/forecasting/workers';
import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../store/database.ts';

/** What forecasting the power system needs of its surroundings. */
export interface PowerContext {
  db: Db;
  clock: Clock;
  logger: Logger;
  /** Computes forecasts on the machine's cores. */
  forecastPower(tasks: PowerTask[]): Promise<PowerResult[]>;
}
