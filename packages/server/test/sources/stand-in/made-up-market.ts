import {
  AUCTION_CALENDAR,
  type DeliveryDay,
  FIRST_INTRADAY_AUCTION_DAY,
  addDays,
  coveredPeriods,
  deliveryDayOf,
} from '@lonja/forecasting/market';
import { simulateMarket } from '@lonja/forecasting/simulator';
import { omieText } from '../../omie-text.ts';
import { type Market, toCents } from './market.ts';

const SEED = 36;
const FIRST_QUARTERLY_DAY = { da: '2025-10-01', intraday: '2025-03-19' };

/** The simulated market, in the forms of the real one. Months are simulated when somebody first asks for them. */
export function createMadeUpMarket(): Market {
  const months = new Map<string, Map<string, Map<number, number>>>();
  const monthOf = (day: DeliveryDay) => {
    const name = day.slice(0, 7);
    const known = months.get(name) ?? simulateMonth(`${name}-01`);
    months.set(name, known);
    return known;
  };
  return {
    fileOf(product, day) {
      if (product !== 'da' && day < FIRST_INTRADAY_AUCTION_DAY) return undefined;
      const prices = monthOf(day).get(`price.${product}`);
      if (prices === undefined) return undefined;
      const isQuarterly = day >= FIRST_QUARTERLY_DAY[product === 'da' ? 'da' : 'intraday'];
      const periods = coveredPeriods(AUCTION_CALENDAR[product], day, isQuarterly ? 'PT15M' : 'PT1H');
      const text = omieText(
        day,
        periods.map(({ start }) => toCents(prices.get(start) ?? 0)),
        {
          header: product === 'da' ? 'MARGINALPDBC;' : 'MARGINALPIBC;',
          firstPeriod: periods[0].index + 1,
          bareDecimals: product !== 'da',
        },
      );
      return { revision: 1, text };
    },
    hourOf: (series, start) =>
      monthOf(deliveryDayOf(start))
        .get(series.replace(/^(temperature|windspeed|irradiance)\.archive$/, '$1.forecast'))
        ?.get(start),
  };
}

/** Values by series and start. */
function simulateMonth(first: DeliveryDay): Map<string, Map<number, number>> {
  const to = addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1);
  const { series } = simulateMarket({ seed: SEED, from: first, to });
  return new Map(
    series.map(({ key, start, value }) => [key, new Map([...start].map((at, i) => [at, value[i]]))]),
  );
}
