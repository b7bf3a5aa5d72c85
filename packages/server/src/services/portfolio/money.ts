import { empiricalQuantile, recalibrate } from '@lonja/forecasting/scenarios';
import type { PriceOutlook } from './read-outlook.ts';

/** What a site does on a day. */
export interface Position {
  /** Feed-in less what is drawn by period, MW. */
  netMw: Float64Array;
  /** Offered at a price of zero: what clears below is not sold. */
  isOfferedAtZero: boolean;
  /** Where the money of such a choice came to lie on past days; undefined where the forecast had no part in it. */
  outcomeLevels?: Float64Array | undefined;
}

/** Money in EUR, negative for cost, with its 10th and 90th percentile. */
export interface MoneyRange {
  expected: number;
  p10: number;
  p90: number;
}

const [LOWER, UPPER] = [0.1, 0.9];

/** What each period is worth: on average over the scenarios, within the range that is that of its price. */
export function moneyByPeriod(position: Position, outlook: PriceOutlook): MoneyRange[] {
  const { periods, periodHours, scenarios } = outlook;
  return periods.map(({ p10, p90 }, t) => {
    const at = (price: number) => moneyOf(position, t, price, periodHours);
    const expected = scenarios.reduce((sum, prices) => sum + at(prices[t]), 0) / scenarios.length;
    const [low, high] = [at(p10), at(p90)];
    return { expected, p10: Math.min(low, high, expected), p90: Math.max(low, high, expected) };
  });
}

/** What the day is worth: on average over the scenarios, with the range of them. */
export function moneyOfDay(position: Position, outlook: PriceOutlook): MoneyRange {
  const expected = moneyByPeriod(position, outlook).reduce((sum, money) => sum + money.expected, 0);
  return rangeOf(expected, moneyByScenario(position, outlook));
}

/** The day's money in each scenario, in their order: of several sites it adds up scenario by scenario. */
export function moneyByScenario(position: Position, outlook: PriceOutlook): Float64Array {
  const money = Float64Array.from(outlook.scenarios, (prices) => moneyAt(position, prices, outlook));
  return position.outcomeLevels === undefined ? money : recalibrate(money, position.outcomeLevels);
}

/** The day's money at given prices. */
export function moneyAt(
  position: Position,
  prices: Float64Array,
  { periodHours }: Pick<PriceOutlook, 'periodHours'>,
): number {
  return prices.reduce((sum, price, t) => sum + moneyOf(position, t, price, periodHours), 0);
}

/** The money of each period and of the day at given prices. */
export function settledAt(
  position: Position,
  prices: Float64Array,
  { periodHours }: Pick<PriceOutlook, 'periodHours'>,
): { hours: number[]; total: number } {
  const hours = Array.from(prices, (price, t) => moneyOf(position, t, price, periodHours));
  return { hours, total: hours.reduce((sum, money) => sum + money, 0) };
}

/** A range that holds the expected money, as it does of every price. */
export function rangeOf(expected: number, byScenario: Float64Array): MoneyRange {
  const ascending = byScenario.toSorted();
  return {
    expected,
    p10: Math.min(expected, empiricalQuantile(ascending, LOWER)),
    p90: Math.max(expected, empiricalQuantile(ascending, UPPER)),
  };
}

function moneyOf(
  { netMw, isOfferedAtZero }: Position,
  t: number,
  price: number,
  periodHours: number,
): number {
  const money = periodHours * price * netMw[t];
  return isOfferedAtZero ? Math.max(money, 0) : money;
}
