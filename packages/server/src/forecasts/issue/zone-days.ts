import type { Panel } from '@lonja/forecasting';
import { hourlyLookup, panelWindow, quarterValues } from '@lonja/forecasting/data';
import { priceKey } from '@lonja/forecasting/intraday';
import {
  AUCTION_CALENDAR,
  auctionOf,
  auctionsBefore,
  coveredPeriods,
  dayRange,
  type DeliveryDay,
  type DeliveryPeriod,
  type Product,
  periodMs,
} from '@lonja/forecasting/market';
import { spreadsOfDay, type ZoneDay, type ZoneInput } from '@lonja/forecasting/zones';
import type { Db } from '../../ground/database/database.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { readSeries } from '../../market/observations/observations.ts';
import { type ForecastInputs, panelAsOf, readForecastInputs } from './forecast-inputs.ts';
import { withOwnFundamentals } from './own-fundamentals.ts';

/** Inputs of the panel by what they are to the model of a zone. */
const INPUTS: Readonly<Record<string, ZoneInput>> = {
  'load.forecast': 'load',
  'wind.forecast': 'wind',
  'solar.forecast': 'solar',
};

/** What a run of another zone reads: the prices of both zones in its auction and those before it, and what Spain's forecasts read. */
export async function readZoneInputs(
  db: Db,
  query: { product: Product; dataOrigin: DataOrigin; from: DeliveryDay; to: DeliveryDay; asOf: number },
): Promise<ForecastInputs> {
  const { product, dataOrigin, from, to, asOf } = query;
  const auctions = [...auctionsBefore(product), product];
  const keys = auctions.flatMap((one) => [priceKey(one), priceKey(auctionOf(one))]);
  const [common, prices] = await Promise.all([
    readForecastInputs(db, { dataOrigin, from, to, asOf }),
    readSeries(db, { keys, dataOrigin, asOf, ...panelWindow(from, to) }),
  ]);
  return new Map([...common, ...prices]);
}

/** The days of an auction in both zones, and the auction before whose spreads they have. */
export interface ZoneDays {
  history: ZoneDay[];
  targets: ZoneDay[];
  /** The last auction whose prices of the days to forecast are known; undefined where none is, as of the day-ahead auction. */
  earlier: Product | undefined;
}

/** Both as known at `asOf`, the days from `firstDay` on without their prices. Past days have spreads of the same auction before. */
export function zoneDays(
  inputs: ForecastInputs,
  {
    product,
    from,
    firstDay,
    lastDay,
    asOf,
    expected,
  }: {
    product: Product;
    from: DeliveryDay;
    firstDay: DeliveryDay;
    lastDay: DeliveryDay;
    asOf: number;
    /** Point forecast of Spain's price by start of the period, EUR/MWh. */
    expected: ReadonlyMap<number, number>;
  },
): ZoneDays {
  const calendar = AUCTION_CALENDAR[product];
  const price = createPriceLookup(inputs, { from, to: lastDay, asOf });
  const periodsOf = (day: DeliveryDay) =>
    coveredPeriods(calendar, day, day >= calendar.quarterHourlyFrom ? 'PT15M' : 'PT1H');
  const pricesIn = (one: Product, day: DeliveryDay) => periodsOf(day).map((period) => price(one, period));
  const spreadsIn = (one: Product, day: DeliveryDay) =>
    spreadsOfDay({
      periods: periodsOf(day),
      zone: pricesIn(one, day),
      reference: pricesIn(auctionOf(one), day),
    });
  const earlier = auctionsBefore(product).findLast((one) =>
    dayRange(firstDay, lastDay).some((day) => spreadsIn(one, day).some(Number.isFinite)),
  );
  const panel = withOwnFundamentals(panelAsOf(inputs, { from, to: lastDay, asOf }), inputs, {
    from: firstDay,
    asOf,
  });
  const days = dayRange(from, lastDay).map((day, row): ZoneDay => {
    const periods = periodsOf(day);
    const isTarget = day >= firstDay;
    const unknown = periods.map(() => Number.NaN);
    return {
      day,
      periods,
      zone: isTarget ? unknown : pricesIn(product, day),
      reference: isTarget ? unknown : pricesIn(auctionOf(product), day),
      expected: isTarget ? periods.map(({ start }) => expected.get(start) ?? Number.NaN) : undefined,
      earlierSpread: earlier && spreadsIn(earlier, day),
      inputs: inputsOfDay(panel, row, periods),
    };
  });
  const isPast = ({ day }: ZoneDay) => day < firstDay;
  return { history: days.filter(isPast), targets: days.filter((day) => !isPast(day)), earlier };
}

type PriceLookup = (product: Product, period: DeliveryPeriod) => number;

/** Prices as known at an instant, of hours and of quarter hours; NaN where there is none. */
function createPriceLookup(
  inputs: ForecastInputs,
  { from, to, asOf }: { from: DeliveryDay; to: DeliveryDay; asOf: number },
): PriceLookup {
  const window = { ...panelWindow(from, to), asOf };
  const kept = new Map<Product, { hours: ReturnType<typeof hourlyLookup>; quarters: Map<number, number> }>();
  const pricesOf = (product: Product) => {
    const known = kept.get(product);
    if (known !== undefined) return known;
    const series = inputs.get(priceKey(product)) ?? [];
    const prices = { hours: hourlyLookup(series, window), quarters: new Map(quarterValues(series, window)) };
    kept.set(product, prices);
    return prices;
  };
  return (product, { start, end }) => {
    const { hours, quarters } = pricesOf(product);
    return (end - start === periodMs('PT15M') ? quarters : hours).get(start) ?? Number.NaN;
  };
}

function inputsOfDay(
  { exogenous, slotsPerDay }: Panel,
  row: number,
  periods: readonly DeliveryPeriod[],
): ZoneDay['inputs'] {
  return Object.fromEntries(
    exogenous.flatMap(({ name, values }) => {
      const input = INPUTS[name];
      return input === undefined
        ? []
        : [[input, periods.map(({ hour }) => values[row * slotsPerDay + hour])] as const];
    }),
  );
}
