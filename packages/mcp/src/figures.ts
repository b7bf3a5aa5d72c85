interface Priced {
  start: string;
  price: number;
}

/**
 * The mean of prices with 2 decimals, rounded half away from zero: summed in cents, which are whole numbers. `weights`: how often each counts;
 * absent: once.
 */
export function meanPrice(
  prices: readonly number[],
  weights: readonly number[] = prices.map(() => 1),
): number {
  const count = weights.reduce((sum, weight) => sum + weight, 0);
  const cents = prices.reduce((sum, price, i) => sum + Math.round(price * 100) * weights[i], 0) / count;
  return (Math.sign(cents) * Math.round(Math.abs(cents))) / 100;
}

export function cheapestOf(periods: readonly Priced[]): Priced {
  const { start, price } = periods.reduce((best, period) => (period.price < best.price ? period : best));
  return { start, price };
}

export function dearestOf(periods: readonly Priced[]): Priced {
  const { start, price } = periods.reduce((best, period) => (period.price > best.price ? period : best));
  return { start, price };
}
