import type { DeliveryDay } from '@lonja/forecasting/market';
import { type DayResolution, valueAt } from './payloads.ts';

/** What a source has to answer with. */
export interface World {
  /**
   * The mean of a series, as the connectors name it (EUR/MWh, MW, °C, ...), over the hour or quarter hour that starts at an instant;
   * undefined where nobody knows it.
   */
  meanOf(series: string, start: number, resolution: DayResolution): number | undefined;
  /** Whether a delivery day of a publication, as the connectors name it, is public. */
  isPublic(publication: string, day: DeliveryDay): boolean;
  /** The steps that a delivery day of a publication comes in. */
  resolutionOf(publication: string, day: DeliveryDay): DayResolution;
}

const LEVELS: Readonly<Record<string, number>> = {
  price: 50,
  load: 25_000,
  netimport: 500,
  temperature: 15,
  windspeed: 25,
  irradiance: 300,
};
const LEVEL_OF_PLANTS = 5000;

/** Everything of every day is public, and values follow from the instant alone. */
export const MADE_UP_WORLD: World = {
  meanOf: (series, start) => valueAt(start, LEVELS[series.split('.')[0]] ?? LEVEL_OF_PLANTS),
  isPublic: () => true,
  resolutionOf: (publication) => (publication.startsWith('price.') ? 'PT15M' : 'PT1H'),
};
