import {
  type AccessPeriod,
  accessPeriodOf,
  type AccessZone,
  addDays,
  type DeliveryDay,
  deliveryDayOf,
  isDeliveryDay,
} from '@lonja/forecasting/market';
import { meanOf } from '@lonja/forecasting/metrics';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { AppError } from '../../ground/errors.ts';
import { listPrices } from '../../market/prices/list-prices.ts';

/** A rate in percent that holds from a day on. */
interface DatedRate {
  /** Undefined: from ever on. */
  from: DeliveryDay | undefined;
  percent: number;
}

/** What is added to the price of an hour before losses, EUR/MWh, as a straight line of that price. */
interface PriceLine {
  eurPerMwh: number;
  byPrice: number;
}

/** A share of the energy whose price is that of a basket of futures: what these are above the day's mean price is added in all its hours. */
interface FuturesTerms {
  percent: readonly DatedRate[];
  eurPerMwh: number;
}

/**
 * What a home pays for a price of the market: `((price + adjustment + futures) * (1 + losses) + surcharge + that of the access period) * (1 +
 * electricity tax) * (1 + tax)`. It is the indexed price `a + b * price` of a contract, with `a` and `b` by period of the access tariff 2.0TD.
 */
export interface BillTerms {
  surchargeEurPerKwh: number;
  zone: AccessZone;
  /** What the access tariff adds in each of its periods; undefined: nothing. */
  accessEurPerKwh: Record<AccessPeriod, number> | undefined;
  /** Energy that is lost on the way and paid for at the market's price, percent of what the meter counts. */
  lossesPercent: Record<AccessPeriod, number>;
  /** Adjustment services of the system. */
  adjustment: PriceLine;
  futures: FuturesTerms | undefined;
  electricityTax: readonly DatedRate[];
  tax: readonly DatedRate[];
}

/** A price of the market, and the mean of its delivery day. EUR/MWh. */
interface DayPrice {
  price: number;
  dayMean: number;
}

const MOST_RATES = 4;

/** `21`, or `21,10@2026-07-01` for 10 from that day on; undefined where it is neither, or the days do not ascend. */
export function parseDatedRates(text: string): DatedRate[] | undefined {
  const parts = text.split(',');
  if (parts.length > MOST_RATES) return undefined;
  const rates: DatedRate[] = [];
  for (const [i, part] of parts.entries()) {
    const found = /^(\d{1,4}(?:\.\d{1,8})?)(?:@(\d{4}-\d{2}-\d{2}))?$/.exec(part);
    if (found === null) return undefined;
    const [, percent, from] = found as unknown as [string, string, string | undefined];
    if (i > 0 !== (from !== undefined)) return undefined;
    if (from !== undefined && (!isDeliveryDay(from) || from <= (rates[i - 1].from ?? ''))) return undefined;
    rates.push({ from, percent: Number(percent) });
  }
  return rates;
}

/** EUR/kWh of the bill in the period that starts at an instant. */
export function billPrice(start: number, { price, dayMean }: DayPrice, terms: BillTerms): number {
  const period = accessPeriodOf(start, terms.zone);
  const day = deliveryDayOf(start);
  const adjustment = terms.adjustment.eurPerMwh + terms.adjustment.byPrice * price;
  const futures =
    terms.futures === undefined
      ? 0
      : (percentOn(terms.futures.percent, day) / 100) * (terms.futures.eurPerMwh - dayMean);
  const energy = ((price + adjustment + futures) / 1000) * (1 + terms.lossesPercent[period] / 100);
  const access = terms.accessEurPerKwh?.[period] ?? 0;
  return (
    (energy + terms.surchargeEurPerKwh + access) *
    (1 + percentOn(terms.electricityTax, day) / 100) *
    (1 + percentOn(terms.tax, day) / 100)
  );
}

function percentOn(rates: readonly DatedRate[], day: DeliveryDay): number {
  return rates.findLast(({ from }) => from === undefined || from <= day)?.percent ?? 0;
}

/**
 * Parts of the PVPC that are not the market's price, where the caller gives none. Of 2025-09-21 the system operator's components were to be
 * had, all hours P3: benchmarks/accuracy/published-pvpc.ts computes these numbers from them and states what they err on other days.
 */
export const PVPC_TERMS = {
  /** What the energy at the meter takes from the market beyond it, percent. */
  lossesPercent: 16.2,
  /** Adjustment services, EUR/MWh: dearer in cheap hours, in which more plants are called out of merit. */
  adjustment: { eurPerMwh: 30.5, byPrice: -0.113 },
  /** Marketing costs and what the market's and the system's operator take, EUR/kWh. */
  surchargeEurPerKwh: 0.0042,
  /**
   * Tolls (CNMC, resolution of 4 December 2024), charges (Orden TED/1487/2024) and capacity payments of the energy term of 2.0TD in 2025,
   * EUR/kWh. Those of P3 equal the published component.
   */
  accessEurPerKwh: { p1: 0.093383, p2: 0.028341, p3: 0.002994 } satisfies Record<AccessPeriod, number>,
  /** Share of the energy that is priced by futures, percent (Real Decreto 446/2023). */
  futuresPercent: [
    { from: undefined, percent: 0 },
    { from: '2024-01-01', percent: 25 },
    { from: '2025-01-01', percent: 40 },
    { from: '2026-01-01', percent: 55 },
  ] satisfies DatedRate[],
};

/** Mean absolute error of these terms, with cleared prices, on three published days of 2025, EUR/MWh before taxes. */
export const PVPC_ERROR_EUR_PER_MWH = 8.16;

/** Days behind the mean that stands in for futures whose price nobody gives, and the fewest that are enough. */
const FUTURES_DAYS = 365;
const FEWEST_DAYS = 28;

/**
 * The mean of the day-ahead prices of the last year, in place of the price of a basket of futures, EUR/MWh: the service reads no prices of
 * futures. Throws `not_found` where fewer than four weeks are known.
 */
export async function priceOfPastYear(context: ReadContext): Promise<number> {
  const today = deliveryDayOf(context.clock.now());
  const span = { from: addDays(today, -FUTURES_DAYS), to: addDays(today, -1) };
  const query = { product: 'da', hour: undefined, resolution: 'PT1H' } as const;
  const { prices } = await listPrices(context, { ...query, ...span });
  if (prices.length < FEWEST_DAYS * 24) {
    throw new AppError(
      'not_found',
      `Prices of fewer than ${FEWEST_DAYS} days are known, so nothing stands in for those of futures. Send futures_eur_mwh.`,
    );
  }
  return meanOf(prices.map(({ priceEurPerMwh }) => priceEurPerMwh));
}
