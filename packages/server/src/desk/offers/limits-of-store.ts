import type { Plan } from '../planner/plan-problem.ts';

/** What of a plan's charging or discharging in a period belongs together, and the price at which it just pays. */
export interface PricedPart {
  mw: number;
  price: number;
}

/** By period: limits of what is charged and of what is discharged, MW at the connection. */
export interface StoreLimits {
  charge: PricedPart[][];
  discharge: PricedPart[][];
}

/** Energy that was stored together. `charged` is the part of a period's charging that it is; undefined: there from the start. */
interface Lot {
  mwh: number;
  /** What a stored MWh cost. */
  cost: number;
  charged: { period: number; mwh: number } | undefined;
}

const NOTHING = 1e-9;

/**
 * The prices at which the parts of a battery's plan just pay. What was stored first leaves first: a part that is discharged is worth selling
 * from what its energy cost over the efficiency and the wear; a part that is charged is worth buying up to what its energy is expected to
 * bring. What is still stored at the end was charged because it has to be there: `any` price. What was there at the start costs what it
 * takes to buy it again: the mean of the plan's purchases, or the lowest price of the day. No limit is worse than the expected price at which the plan trades.
 */
export function limitsOfStore(
  { chargeMw, dischargeMw }: Pick<Plan, 'chargeMw' | 'dischargeMw'>,
  of: {
    prices: Float64Array;
    periodHours: number;
    efficiency: number;
    wearCost: number;
    startMwh: number;
    /** What is bought at any price. */
    any: number;
  },
): StoreLimits {
  const { prices, periodHours, wearCost, startMwh } = of;
  const oneWay = Math.sqrt(of.efficiency);
  const charge: PricedPart[][] = Array.from(prices, () => []);
  const discharge: PricedPart[][] = Array.from(prices, () => []);
  const lots: Lot[] =
    startMwh > NOTHING
      ? [{ mwh: startMwh, cost: replacementPrice(chargeMw, prices) / oneWay, charged: undefined }]
      : [];
  prices.forEach((price, t) => {
    if (chargeMw[t] > NOTHING) {
      const mwh = periodHours * chargeMw[t] * oneWay;
      lots.push({ mwh, cost: price / oneWay, charged: { period: t, mwh } });
    }
    let rest = (periodHours * dischargeMw[t]) / oneWay;
    while (rest > NOTHING && lots.length > 0) {
      const [lot] = lots;
      const mwh = Math.min(rest, lot.mwh);
      discharge[t].push({
        mw: (mwh * oneWay) / periodHours,
        price: Math.min(lot.cost / oneWay + wearCost, price),
      });
      if (lot.charged !== undefined) {
        const { period } = lot.charged;
        charge[period].push({
          mw: mwh / oneWay / periodHours,
          price: Math.max((price - wearCost) * oneWay ** 2, prices[period]),
        });
      }
      rest -= mwh;
      lot.mwh -= mwh;
      if (lot.mwh <= NOTHING) lots.shift();
    }
  });
  for (const { mwh, charged } of lots) {
    if (charged !== undefined) charge[charged.period].push({ mw: mwh / oneWay / periodHours, price: of.any });
  }
  return { charge, discharge };
}

/** At which price a battery's energy can be bought again: the mean of a plan's purchases, without any the lowest price. */
export function replacementPrice(chargeMw: Float64Array, prices: Float64Array): number {
  const bought = chargeMw.reduce((sum, mw) => sum + mw, 0);
  if (bought <= NOTHING) return prices.reduce((lowest, price) => Math.min(lowest, price), Infinity);
  return chargeMw.reduce((sum, mw, t) => sum + mw * prices[t], 0) / bought;
}
