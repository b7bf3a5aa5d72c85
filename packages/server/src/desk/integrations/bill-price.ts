import {
  type AccessPeriod,
  type AccessZone,
  type DeliveryDay,
  accessPeriodOf,
  deliveryDayOf,
  isDeliveryDay,
} from '@lonja/forecasting/market';

/** A rate in percent that holds from a day on. */
export interface DatedRate {
  /** Undefined: from ever on. */
  from: DeliveryDay | undefined;
  percent: number;
}

/** What is added to the price of an hour before losses, EUR/MWh, as a straight line of that price. */
export interface PriceLine {
  eurPerMwh: number;
  byPrice: number;
}

/** A share of the energy whose price is that of a basket of futures: what these are above the day's mean price is added in all its hours. */
export interface FuturesTerms {
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
export interface DayPrice {
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
