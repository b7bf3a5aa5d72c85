import { type DeliveryDay, dayNumber, dayOfNumber } from '../market/delivery-day.ts';
import { HOUR_MS } from '../market/madrid-time.ts';
import {
  FIRST_INTRADAY_AUCTION_DAY,
  INTRADAY_AUCTIONS,
  INTRADAY_RENEWALS,
  instantFor,
} from '../market/products.ts';
import type { Series } from '../data/series.ts';
import { dispatchHour } from './market.ts';
import { SeriesBuilder } from './series-builder.ts';
import { simulateSystem } from './simulate-system.ts';
import { RENEWALS } from './vintages.ts';

/**
 * What the system operator of the simulated market expects anew of each delivery day from `from` to `to` ahead of its intraday
 * auctions: the series `{load,wind,solar}.forecast.intraday` with a revision of the whole day before each, available when it
 * comes out. Empty before there were such auctions.
 */
export function simulateRenewals(options: { seed: number; from: DeliveryDay; to: DeliveryDay }): Series[] {
  const { market } = simulateSystem(options);
  const { grid } = market;
  const load = new SeriesBuilder('load.forecast.intraday', 'MW', 'PT1H');
  const wind = new SeriesBuilder('wind.forecast.intraday', 'MW', 'PT1H');
  const solar = new SeriesBuilder('solar.forecast.intraday', 'MW', 'PT1H');
  const first = Math.max(dayNumber(options.from), dayNumber(FIRST_INTRADAY_AUCTION_DAY));
  for (let day = first; day <= dayNumber(options.to); day++) {
    const d = day - grid.firstDay;
    for (let i = grid.dayOffset[d]; i < grid.dayOffset[d + 1]; i++) {
      const start = (grid.firstHour + i) * HOUR_MS;
      for (const auction of INTRADAY_AUCTIONS) {
        const availableAt = instantFor(dayOfNumber(day), INTRADAY_RENEWALS[auction]);
        const expected = dispatchHour(market, i, RENEWALS[auction]);
        load.add(start, expected.loadMw, availableAt);
        wind.add(start, expected.windMw, availableAt);
        solar.add(start, expected.solarMw, availableAt);
      }
    }
  }
  return [load, wind, solar].filter((series) => series.length > 0).map((series) => series.build());
}
