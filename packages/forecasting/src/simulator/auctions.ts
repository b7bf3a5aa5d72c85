import { type DeliveryDay, dayOfNumber } from '../market/delivery-day.ts';
import { HOUR_MS } from '../market/madrid-time.ts';
import {
  AUCTION_CALENDAR,
  FIRST_INTRADAY_AUCTION_DAY,
  AUCTIONS,
  type Auction,
  instantFor,
} from '../market/products.ts';
import type { Series } from '../data/series.ts';
import { priceAcross, simulateBorder, spreadAt } from './border.ts';
import { type Grid, hourlyNoise } from './grid.ts';
import type { Market } from './market.ts';
import { roughKernel } from './noise.ts';
import { SeriesBuilder } from './series-builder.ts';
import { clearingPrice } from './supply-curve.ts';

/**
 * The prices of all auctions in Spain and Portugal on the days from `first` to `last` (day numbers, inclusive), in the resolution that each
 * product cleared in: one series for each zone and resolution that occurs.
 */
export function simulateAuctions(market: Market, first: number, last: number): Series[] {
  const pressure = liquidityPressure(market.grid);
  const border = simulateBorder(market.grid);
  return AUCTIONS.flatMap((product) => {
    const builders = (resolution: 'PT1H' | 'PT15M') => ({
      spain: new SeriesBuilder(`price.${product}`, 'EUR/MWh', resolution),
      portugal: new SeriesBuilder(`price.${product}.pt`, 'EUR/MWh', resolution),
    });
    const [hourly, quarterly] = [builders('PT1H'), builders('PT15M')];
    const demand = market.residualMw[product].map(
      (mw, i) => mw + market.surpriseMw[i] + pressure[product][i],
    );
    for (let day = first; day <= last; day++) {
      const name = dayOfNumber(day);
      if (name < FIRST_DAYS[product]) continue;
      const isQuarterly = name >= AUCTION_CALENDAR[product].quarterHourlyFrom;
      clearDay(market, { demand, border: border[product] }, product, day, {
        ...(isQuarterly ? quarterly : hourly),
        steps: isQuarterly ? 4 : 1,
      });
    }
    const all = [hourly, quarterly].flatMap(({ spain, portugal }) => [spain, portugal]);
    return all.filter((builder) => builder.length > 0).map((builder) => builder.build());
  });
}

/** Delivery days on which a product was first auctioned; there are no sessions of today's design before. */
const FIRST_DAYS: Record<Auction, DeliveryDay> = {
  da: '1996-01-01',
  ida1: FIRST_INTRADAY_AUCTION_DAY,
  ida2: FIRST_INTRADAY_AUCTION_DAY,
  ida3: FIRST_INTRADAY_AUCTION_DAY,
};

/** Plants, pumps and interconnectors are scheduled by the hour, so the rest must follow more than the ramp within it. */
const RAMP_AMPLIFICATION = 1.75;

function clearDay(
  market: Market,
  { demand, border }: { demand: Float64Array; border: Float64Array },
  product: Auction,
  day: number,
  { spain, portugal, steps }: { spain: SeriesBuilder; portugal: SeriesBuilder; steps: 1 | 4 },
): void {
  const { grid } = market;
  const calendar = AUCTION_CALENDAR[product];
  const availableAt = instantFor(dayOfNumber(day), calendar.resultsPublished);
  const d = day - grid.firstDay;
  for (let i = grid.dayOffset[d]; i < grid.dayOffset[d + 1]; i++) {
    const localHour = grid.localHour[i];
    if (localHour < calendar.deliveryFromHour || localHour >= calendar.deliveryToHour) continue;
    const slope = (demand[i + 1] - demand[i - 1]) / 2;
    for (let step = 0; step < steps; step++) {
      const fromMiddle = (step + 0.5) / steps - 0.5;
      const price = clearingPrice(market.curves[d], demand[i] + RAMP_AMPLIFICATION * slope * fromMiddle);
      const start = (grid.firstHour + i + step / steps) * HOUR_MS;
      spain.add(start, cents(price), availableAt);
      const state = border[i] + ((border[i + 1] - border[i - 1]) / 2) * fromMiddle;
      portugal.add(start, cents(priceAcross(price, spreadAt(product, state))), availableAt);
    }
  }
}

/** Standing preference for buying ahead, and the spread of chance imbalances between an auction's bidders, MW. */
const INTRADAY_BIAS_MW = -170;
const INTRADAY_PRESSURE_MW = 800;

/** Demand that an auction sees beyond fundamentals. Half of it is left over from the auction before. */
function liquidityPressure(grid: Grid): Record<Auction, Float64Array> {
  const [first, second, third] = AUCTIONS.slice(1).map((product) =>
    hourlyNoise(grid, `pressure.${product}`, roughKernel(3)),
  );
  const ida1 = first.map((value) => INTRADAY_BIAS_MW + INTRADAY_PRESSURE_MW * value);
  const ida2 = second.map(
    (value, i) => INTRADAY_BIAS_MW + INTRADAY_PRESSURE_MW * (0.5 * first[i] + 0.8 * value),
  );
  const ida3 = third.map(
    (value, i) => INTRADAY_BIAS_MW + INTRADAY_PRESSURE_MW * (0.25 * first[i] + 0.4 * second[i] + 0.8 * value),
  );
  return { da: new Float64Array(grid.hourCount), ida1, ida2, ida3 };
}

function cents(price: number): number {
  return Math.round(price * 100) / 100 + 0;
}
