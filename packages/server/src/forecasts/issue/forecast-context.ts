import type { FallbackForecast, Recipe } from '@lonja/forecasting';
import type { SpreadOptions } from '@lonja/forecasting/intraday';
import type { AuctionRecipe, ForecastRecipe, IssuedForecast } from '@lonja/forecasting/issue';
import type { ZoneRecipe } from '@lonja/forecasting/zones';
import type {
  Completion,
  HorizonTask,
  IntradayForecast,
  IntradayTask,
  ZoneForecast,
  ZoneTask,
} from '@lonja/forecasting/workers';
import type { Logger } from 'pino';
import type { Clock } from '../../ground/timing/clock.ts';
import type { Progress } from '../../ground/telemetry/progress.ts';
import type { Db } from '../../ground/database/database.ts';

/**
 * What forecasts are computed for: a run that is waited for and its calibration, work that takes all cores but is not waited for, or work
 * that has time.
 */
export type ForecastPurpose = 'calibration' | 'forecast' | 'past' | 'background';

/** The names under which the progress of what is waited for is reported. */
export const CALIBRATING = 'Calibrating the bounds';
export const FORECASTING = 'Forecasting';

/** What making a forecast needs of its surroundings. */
export interface ForecastContext {
  db: Db;
  clock: Clock;
  logger: Logger;
  /** Receives the progress of background work. */
  quietProgress: Progress;
  /** The model of the day-ahead market that serves at first. */
  champion: ForecastRecipe;
  /** Models that are tried beside it. */
  challengers: ForecastRecipe[];
  /** The model of the intraday auctions that serves at first, and those that are tried beside it. */
  auctions: { champion: AuctionRecipe; challengers: AuctionRecipe[] };
  /** The model of zones beside Spain. */
  zones: ZoneRecipe;
  /** Version of the program, part of every model's manifest. */
  version: string;
  /**
   * Computes forecasts; undefined where there is not a week of prices. What is waited for takes all of the
   * machine's cores and reports its progress, work in the background uses one otherwise idle core.
   */
  forecastHorizons(
    recipe: Recipe,
    tasks: HorizonTask[],
    purpose: ForecastPurpose,
    signal?: AbortSignal,
  ): Promise<(FallbackForecast | undefined)[]>;
  /** Completes a forecast from its points, on the cores of those of its purpose. */
  completeForecast(completion: Completion, purpose: ForecastPurpose): Promise<IssuedForecast>;
  /** Forecasts a zone's spread to Spain and completes its run, on the same cores. */
  forecastZone(task: ZoneTask, purpose: ForecastPurpose): Promise<ZoneForecast>;
  /** Computes intraday forecasts, on the same cores. */
  forecastIntraday(
    options: SpreadOptions,
    tasks: IntradayTask[],
    purpose: ForecastPurpose,
  ): Promise<IntradayForecast[]>;
}
