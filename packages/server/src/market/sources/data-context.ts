import type { Logger } from 'pino';
import type { Clock } from '../../ground/timing/clock.ts';
import type { SourcesSetting } from '../connectors/source.ts';
import type { LiveSources } from '../connectors/create-sources.ts';
import type { Progress } from '../../ground/telemetry/progress.ts';
import type { ForecastRecipe } from '@lonja/forecasting/issue';
import type { Db } from '../../ground/database/database.ts';

/** What loading market data needs of its surroundings. */
export interface DataContext {
  db: Db;
  clock: Clock;
  logger: Logger;
  sources: SourcesSetting;
  /** Decides how far back data are needed. */
  champion: ForecastRecipe;
  progress: Progress;
  /** The live sources that can be asked; tests answer for them from fixtures. */
  liveSources: LiveSources;
}
