/** Prices in EUR/kWh lie within these; of 3,011 days of Spain's day-ahead market, zeros included, not one has all of its prices there. */
const LOWEST = -0.5;
const HIGHEST = 1.5;

/** Whether a series is of the day-ahead auction: intraday auctions do clear near zero all day. */
export function isDayAhead(key: string): boolean {
  return `${key}.`.startsWith('price.da.');
}

export function mayBePerKwh(price: number): boolean {
  return price >= LOWEST && price <= HIGHEST;
}

/** The lowest and the highest of prices in EUR/kWh; undefined for others, also for a market at zero, which is none in another unit. */
export function perKwhRange(prices: readonly number[]): [number, number] | undefined {
  const sorted = prices.toSorted((a, b) => a - b);
  if (!sorted.every(mayBePerKwh) || sorted[Math.floor(sorted.length / 2)] <= 0) return undefined;
  return [sorted[0], sorted[sorted.length - 1]];
}
