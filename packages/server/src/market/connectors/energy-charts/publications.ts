import { AUCTION_CALENDAR, type RelativeTime } from '@lonja/forecasting/market';
import { MEASURED_SHARE, type Publication } from '../source.ts';

export interface EnergyChartsPublication extends Publication {
  path: string;
  parameters: Readonly<Record<string, string>>;
  /** Series key by the id that the service gives it; undefined: the answer has one series. */
  keyOfId: ReadonlyMap<string, string> | undefined;
}

/** Countries are asked for in lower case, zones in upper case. */
const COUNTRY = 'es';
const ZONE = 'ES';
/** Load is due two hours before the gate, wind and sun by the evening; whether they come earlier nobody states, so it is watched. */
const MORNING: RelativeTime = { dayOffset: -1, time: '10:00' };
const EVENING: RelativeTime = { dayOffset: -1, time: '18:00' };
const WATCHED_FROM: RelativeTime = { dayOffset: -1, time: '08:00' };
const NEXT_MORNING: RelativeTime = { dayOffset: 1, time: '03:00' };

/** A year a request works. An answer of measured values has a line for every type of production: a quarter of a year is some megabytes. */
const common = { product: undefined, firstDay: '2018-01-01', daysPerRequest: 366 };
const MEASURED_DAYS_PER_REQUEST = 92;

/** What is asked of Energy-Charts. Every assumption on its addresses, parameters, ids and hours of publication stands here. */
export const ENERGY_CHARTS_PUBLICATIONS: readonly EnergyChartsPublication[] = [
  forecast('load.forecast', { type: 'load', expected: MORNING }),
  forecast('wind.forecast', { type: 'wind_onshore', expected: EVENING }),
  forecast('solar.forecast', { type: 'solar', expected: EVENING }),
  {
    ...common,
    name: 'generation.actual',
    units: { 'load.actual': 'MW', 'wind.actual': 'MW', 'solar.actual': 'MW' },
    expected: NEXT_MORNING,
    daysPerRequest: MEASURED_DAYS_PER_REQUEST,
    leastShare: MEASURED_SHARE,
    mayLackSeries: true,
    path: '/v2/public_power',
    parameters: { country: COUNTRY },
    keyOfId: new Map([
      ['load', 'load.actual'],
      ['wind_onshore', 'wind.actual'],
      ['solar', 'solar.actual'],
    ]),
  },
  {
    ...common,
    name: 'price.da',
    units: { 'price.da': 'EUR/MWh' },
    product: 'da',
    expected: AUCTION_CALENDAR.da.resultsPublished,
    path: '/v2/price',
    parameters: { bzn: ZONE },
    keyOfId: undefined,
  },
];

function forecast(
  key: string,
  { type, expected }: { type: string; expected: RelativeTime },
): EnergyChartsPublication {
  return {
    ...common,
    name: key,
    units: { [key]: 'MW' },
    expected,
    watchedFrom: WATCHED_FROM,
    path: '/v2/public_power_forecast',
    parameters: { country: COUNTRY, production_type: type, forecast_type: 'day-ahead' },
    keyOfId: new Map([[type, key]]),
  };
}
