import {
  type DeliveryDay,
  AUCTIONS,
  type Product,
  deliveryDayOf,
  deliveryPeriods,
  IBERIA,
} from '@lonja/forecasting/market';
import type { LiveSourceName } from '../../src/market/connectors/source.ts';
import type { DayResolution } from '../sources/payloads.ts';
import { pricesOfFile } from '../sources/stand-in/market.ts';
import type { SourceWorld } from '../sources/stand-in/source-world.ts';

/** What a source's answers come to, by the series that the service keeps of them; undefined where the source shows nothing. */
export type ExpectedValue = (
  series: string,
  start: number,
  resolution: DayResolution | 'P1D',
) => number | undefined;

/** Series of energy by those of power that REData adds up in them. */
const ENERGY_OF: Readonly<Record<string, string>> = {
  'wind.energy': 'wind.actual',
  'solar.energy': 'solar.actual',
  'hydro.energy': 'hydro.actual',
  'nuclear.energy': 'nuclear.actual',
  'thermal.energy': 'thermal.actual',
  'netimport.energy': 'netimport.actual',
};
const WEATHER_WEIGHTS = { temperature: 'load', windspeed: 'wind', irradiance: 'solar' } as const;

/** The values that the answers of a source stand for, worked out from its world without its answers. */
export function createExpectedValue(source: LiveSourceName, world: SourceWorld): ExpectedValue {
  switch (source) {
    case 'omie': {
      const known = new Map<string, ReadonlyMap<number, number>>();
      return (series, start) => {
        const [, name, country] = series.split('.');
        const product = AUCTIONS.find((one) => one === name);
        if (product === undefined) return undefined;
        const day = deliveryDayOf(start);
        const file = known.get(`${series} ${day}`) ?? pricesOfOmie(world, product, day, country === 'pt');
        known.set(`${series} ${day}`, file);
        return file.get(start);
      };
    }
    case 'redata':
      return (series, start, resolution) => {
        if (resolution !== 'P1D') return round(world.meanOf(series, start, 'PT1H'));
        const hours = deliveryPeriods(deliveryDayOf(start), 'PT1H');
        return hours.reduce(
          (sum, hour) => sum + (world.meanOf(ENERGY_OF[series], hour.start, 'PT1H') ?? Number.NaN),
          0,
        );
      };
    case 'open-meteo':
      return (series, start) => {
        const [variable] = series.split('.');
        const weight = Object.entries(WEATHER_WEIGHTS).find(([name]) => name === variable)?.[1];
        const mean = world.meanOf(series, start, 'PT1H');
        if (weight === undefined || mean === undefined) return undefined;
        return IBERIA[0].places.reduce((sum, place, i) => sum + place[weight] * mean * (1 + i / 100), 0);
      };
    default:
      return (series, start, resolution) =>
        resolution === 'P1D' ? undefined : world.meanOf(series, start, resolution);
  }
}

/** The prices of the last revision of OMIE's file. */
export function pricesOfOmie(
  world: SourceWorld,
  product: Product,
  day: DeliveryDay,
  ofPortugal = false,
): ReadonlyMap<number, number> {
  const text = world.filesOf(product, day).at(-1)?.text ?? '';
  // The columns of a row are the same but for the order of the countries.
  const read = ofPortugal ? text.replaceAll(/^((?:\d+;){4})([^;]*);([^;]*);/gm, '$1$3;$2;') : text;
  return pricesOfFile(read, product, day).prices;
}

function round(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.round(value);
}
