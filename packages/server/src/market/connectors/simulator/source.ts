import {
  AUCTION_CALENDAR,
  type DeliveryDay,
  FIRST_INTRADAY_AUCTION_DAY,
  INTRADAY_AUCTIONS,
  INTRADAY_RENEWALS,
  AUCTIONS,
  addDays,
  dayRange,
  dayStart,
  instantFor,
} from '@lonja/forecasting/market';
import { type Series, lowerBound } from '@lonja/forecasting/data';
import { simulateMarket, simulateRenewals } from '@lonja/forecasting/simulator';
import type { DaySpan, Publication, PublishedDay, Source } from '../source.ts';

/** Every installation simulates the same market, so that its figures can be compared. */
const SEED = 7;

const common = { product: undefined, firstDay: '2000-01-01', daysPerRequest: 60 };
const MEASURED = ['load', 'wind', 'solar', 'hydro', 'nuclear', 'thermal', 'other', 'netimport'];

const PUBLICATIONS: readonly Publication[] = [
  ...AUCTIONS.map((product) => ({
    ...common,
    name: `price.${product}`,
    units: { [`price.${product}`]: 'EUR/MWh', [`price.${product}.pt`]: 'EUR/MWh' },
    product,
    expected: AUCTION_CALENDAR[product].resultsPublished,
    firstDay: product === 'da' ? common.firstDay : FIRST_INTRADAY_AUCTION_DAY,
  })),
  {
    ...common,
    name: 'load-wind-solar.forecast',
    units: { 'load.forecast': 'MW', 'wind.forecast': 'MW', 'solar.forecast': 'MW' },
    expected: { dayOffset: -1, time: '10:00' },
  },
  ...INTRADAY_AUCTIONS.map((product) => ({
    ...common,
    name: `load-wind-solar.forecast.before-${product}`,
    units: {
      'load.forecast.intraday': 'MW',
      'wind.forecast.intraday': 'MW',
      'solar.forecast.intraday': 'MW',
    },
    expected: INTRADAY_RENEWALS[product],
    firstDay: FIRST_INTRADAY_AUCTION_DAY,
  })),
  {
    ...common,
    name: 'weather.forecast',
    units: { 'temperature.forecast': 'degC', 'windspeed.forecast': 'm/s', 'irradiance.forecast': 'W/m2' },
    expected: { dayOffset: -1, time: '00:00' },
  },
  {
    ...common,
    name: 'dispatch.actual',
    units: Object.fromEntries(MEASURED.map((name) => [`${name}.actual`, 'MW'])),
    expected: { dayOffset: 1, time: '01:00' },
  },
  {
    ...common,
    name: 'fuels',
    units: { 'gas.price': 'EUR/MWh', 'co2.price': 'EUR/t' },
    expected: { dayOffset: -1, time: '18:00' },
  },
];

/** The simulated market as a source like any other, with its own instants of publication. What it simulated last is kept. */
export function createSimulatorSource(): Source {
  let simulated: { span: string; series: Series[] } | undefined;
  return {
    name: 'simulator',
    parallel: 1,
    publications: PUBLICATIONS,
    reaches: async () => true,
    async fetch(publication: Publication, { from, to }: DaySpan): Promise<PublishedDay[]> {
      const span = `${from} ${to}`;
      if (simulated?.span !== span) {
        const { series } = simulateMarket({ seed: SEED, from, to });
        simulated = { span, series: [...series, ...simulateRenewals({ seed: SEED, from, to })] };
      }
      const wanted = simulated.series.filter(({ key }) => publication.units[key] !== undefined);
      return dayRange(from, to)
        .filter((day) => day >= publication.firstDay)
        .map((day) => ({
          day,
          revision: 1,
          series: wanted
            .map((series) => rowsOf(publication, series, day))
            .filter(({ start }) => start.length > 0),
        }));
    },
  };
}

/** A day of a series; of a forecast that is renewed through the day the revision that the publication brings. */
function rowsOf({ expected }: Publication, series: Series, day: DeliveryDay): Series {
  const from = lowerBound(series.start, dayStart(day));
  const to = lowerBound(series.start, dayStart(addDays(day, 1)));
  const isRenewed = series.key.endsWith('.intraday');
  const publishedAt = instantFor(day, expected);
  const isOf = (_: number, i: number) => !isRenewed || series.availableAt[from + i] === publishedAt;
  return {
    ...series,
    start: series.start.slice(from, to).filter(isOf),
    value: series.value.slice(from, to).filter(isOf),
    availableAt: series.availableAt.slice(from, to).filter(isOf),
  };
}
