import type { FallbackForecast } from '@lonja/forecasting';
import type { HorizonTask, IntradayForecast, IntradayTask } from '@lonja/forecasting/workers';
import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../store/database.ts';
import type { Champion } from './champion.ts';

/** What forecasts are computed for: a run that is waited for and its calibration, or work that has time. */
export type ForecastPurpose = 'calibration' | 'forecast' | 'background';

/** What making a forecast needs of its surroundings. */
export interface ForecastContext {
  db: Db;
  clock: Clock;
  logger: Logger;
  champion: Champion;
  /** Version of the program, part of every model's manifest. */
  version: string;
  /**
   * Computes forecasts with the champion; undefined where there is not a week of prices. What is waited for takes all of the
   * machine's cores and reports its progress, work in the background one core.
   */
  forecastHorizons(
    tasks: HorizonTask[],
    purpose: ForecastPurpose,
    signal?: AbortSignal,
  ): Promise<(FallbackForecast | undefined)[]>;
  /** Computes intraday forecasts on the machine's cores. */
  forecastIntraday(tasks: IntradayTask[], purpose: ForecastPurpose): Promise<IntradayForecast[]>;
}
