import type { FallbackForecast } from '@lonja/forecasting';
import type { HorizonTask } from '@lonja/forecasting/workers';
import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../store/database.ts';
import type { Champion } from './champion.ts';

/** What making a forecast needs of its surroundings. */
export interface ForecastContext {
  db: Db;
  clock: Clock;
  logger: Logger;
  champion: Champion;
  /** Version of the program, part of every model's manifest. */
  version: string;
  /**
   * Computes forecasts with the champion on the machine's cores; undefined where there is not a week of prices. `purpose`
   * names the work in progress reports.
   */
  forecastHorizons(
    tasks: HorizonTask[],
    purpose: 'calibration' | 'forecast',
  ): Promise<(FallbackForecast | undefined)[]>;
}
