import { AUCTION_CALENDAR, PRODUCTS } from '@lonja/forecasting';

const LARGEST = 1e12;

/**
 * The check that a series' values must pass to be served: gives the reason why a value fails, or undefined. Auction prices
 * (`price.<product>` and `price.<product>.<zone>`) must lie within the limits of their auction.
 */
export function valueCheck(series: string): (value: number) => string | undefined {
  const product = PRODUCTS.find((name) => `${series}.`.startsWith(`price.${name}.`));
  const limits =
    product === undefined ? { min: -LARGEST, max: LARGEST } : AUCTION_CALENDAR[product].priceLimits;
  const outside = `outside ${limits.min} .. ${limits.max}`;
  return (value) => {
    if (!Number.isFinite(value)) return 'not a finite number';
    return value < limits.min || value > limits.max ? outside : undefined;
  };
}
