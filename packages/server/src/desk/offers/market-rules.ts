import {
  AUCTION_CALENDAR,
  type DeliveryDay,
  deliveryPeriods,
  instantFor,
  type Auction,
} from '@lonja/forecasting/market';

/** What an auction of OMIE takes as simple offers for a delivery day. */
export interface OfferRules {
  product: Auction;
  /** The auction's own periods. */
  resolution: 'PT15M' | 'PT1H';
  gateClosesAt: number;
  /** Price-volume pairs of a period and a side. */
  mostSteps: number;
  /** Between which offers may lie, and on which grid, EUR/MWh. */
  lowestPrice: number;
  highestPrice: number;
  priceTick: number;
  /** The grid of power and the least that is taken, MW. */
  quantityTick: number;
}

/**
 * Simple offers by the rules of the Iberian day-ahead and intraday markets: at most 25 pairs of price and power in each period, prices
 * rising for sales and falling for purchases, within the harmonised limits. CNMC, resolution of 28 February 2025 (BOE-A-2025-4908), which
 * brought quarter hours and power in MW. Prices have two decimals and power one, as in OMIE's public files of offers.
 */
const SIMPLE_OFFERS = { mostSteps: 25, priceTick: 0.01, quantityTick: 0.1 };

/** The rules of an auction for a delivery day. */
export function offerRulesOf(product: Auction, day: DeliveryDay): OfferRules {
  const { gateClosure, quarterHourlyFrom, priceLimits } = AUCTION_CALENDAR[product];
  return {
    ...SIMPLE_OFFERS,
    product,
    resolution: day >= quarterHourlyFrom ? 'PT15M' : 'PT1H',
    gateClosesAt: instantFor(day, gateClosure),
    lowestPrice: priceLimits.min,
    highestPrice: priceLimits.max,
  };
}

/**
 * OMIE's numbers of the periods of a day, by their start: from 1 in the order of time, so up to 23, 24 or 25 hours and 92, 96 or 100
 * quarters. An auction of a part of the day keeps the numbers of the day.
 */
export function periodNumbers(day: DeliveryDay, resolution: 'PT15M' | 'PT1H'): Map<number, number> {
  return new Map(deliveryPeriods(day, resolution).map(({ start }, index) => [start, index + 1]));
}
