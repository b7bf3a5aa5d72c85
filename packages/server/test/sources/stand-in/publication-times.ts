import { addDays, type DeliveryDay, instantFor, type RelativeTime } from '@lonja/forecasting/market';
import { createLiveSources } from '../../../src/market/connectors/create-sources.ts';
import type { LiveSourceName } from '../../../src/market/connectors/source.ts';

/** Days ahead of the clock that weather is forecast for. */
const WEATHER_DAYS_AHEAD = 15;
const WHEN_FORECASTS_ARE_OUT: RelativeTime = { dayOffset: -1, time: '10:00' };

/** When each publication of a source normally comes out, as its connector expects it. */
export function createPublicationTimes(): (
  source: LiveSourceName,
  publication: string,
  day: DeliveryDay,
) => number {
  const sources = createLiveSources(
    { tokens: { esios: 'any', entsoe: 'any' }, urls: {} },
    { fetch, now: () => 0, sleep: async () => {}, random: () => 0, version: 'stand-in' },
  );
  return (source, publication, day) => {
    if (publication === 'weather.forecast') {
      return Date.parse(`${addDays(day, -WEATHER_DAYS_AHEAD)}T00:00:00Z`);
    }
    // What is renewed through the day is there from the first forecast on.
    if (source === 'esios' && publication.endsWith('.forecast.intraday')) {
      return instantFor(day, WHEN_FORECASTS_ARE_OUT);
    }
    const known = sources.get(source)?.publications.find(({ name }) => name === publication);
    if (known === undefined) throw new RangeError(`${source} publishes no ${publication}.`);
    return instantFor(day, known.expected);
  };
}
