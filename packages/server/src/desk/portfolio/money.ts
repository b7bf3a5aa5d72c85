import { empiricalQuantile, recalibrate } from '@lonja/forecasting/scenarios';
import type { PriceOutlook } from './read-outlook.ts';

/** What a site does on a day. */
export interface Position {
  /** Feed-in less what is drawn by period, MW. */
  netMw: Float64Array;
  /** Price below which nothing is produced, EUR/MWh, whichever price comes; undefined: the position stands at any price. */
  offerFloor: number | undefined;
  /** What it costs to hold the position, by period, EUR; undefined: nothing. */
  costs?: Float64Array | undefined;
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
    const byScenario = Float64Array.from(scenarios, (prices) => at(prices[t]));
    const expected = byScenario.reduce((sum, money) => sum + money, 0) / scenarios.length;
    // A plant that also sells below zero loses most at the floor, not at the lowest price.
    if (position.offerFloor !== undefined && position.offerFloor < 0) return rangeOf(expected, byScenario);
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

/** Power that is not produced by period, MW: on average over the scenarios, below the floor in as many of them. */
export function heldBackMw({ netMw, offerFloor }: Position, { scenarios }: PriceOutlook): Float64Array {
  return netMw.map((mw, t) => {
    if (offerFloor === undefined) return 0;
    return (mw * scenarios.filter((prices) => prices[t] < offerFloor).length) / scenarios.length;
  });
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
  { netMw, offerFloor, costs }: Position,
  t: number,
  price: number,
  periodHours: number,
): number {
  if (offerFloor !== undefined && price < offerFloor) return 0;
  return periodHours * price * netMw[t] - (costs?.[t] ?? 0);
}
