interface Priced {
  start: string;
  price: number;
}

/** The mean of prices with 2 decimals, rounded half away from zero: summed in cents, which are whole numbers. */
export function meanPrice(prices: readonly number[]): number {
  const cents = prices.reduce((sum, price) => sum + Math.round(price * 100), 0) / prices.length;
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
