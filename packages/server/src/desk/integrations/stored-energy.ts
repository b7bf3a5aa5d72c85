import { planByStoredEnergy } from '../planner/plan-by-stored-energy.ts';
import type { BatteryLimits } from '../planner/plan-problem.ts';

/** A battery in the units of what it can use: 1 is full, 0 as empty as it may be. */
export interface HomeBattery {
  /** In which as much energy as it holds passes the meter, either way. */
  hours: number;
  /** Share of the energy that is left, one way. */
  efficiency: number;
}

/** How long after the end of a horizon what is left in the battery counts. */
export const LATER_HOURS = 24;

/**
 * What a kWh that is left at the end of a horizon is worth, EUR: what the bill of the periods after it is lower with a full battery than with
 * an empty one, for each kWh, where either is used as well as these prices allow. So losses count, and so does a cheap hour that would
 * have filled the empty battery before the dear one.
 */
export function valueOfStoredEnergy(
  later: readonly number[],
  periodHours: number,
  battery: HomeBattery,
): number {
  return savedFrom(1, later, periodHours, battery) - savedFrom(0, later, periodHours, battery);
}

/** How full the battery is best at the end of a horizon, 0..1, where the periods after it count as well. */
export function bestFinalCharge(
  prices: readonly number[],
  horizon: number,
  periodHours: number,
  battery: HomeBattery & { charge: number },
): number {
  const { storedMwh } = planFrom(battery.charge, prices, periodHours, battery);
  return storedMwh[horizon - 1];
}

function savedFrom(
  charge: number,
  prices: readonly number[],
  periodHours: number,
  battery: HomeBattery,
): number {
  const { chargeMw, dischargeMw } = planFrom(charge, prices, periodHours, battery);
  return prices.reduce((sum, price, i) => sum + price * (dischargeMw[i] - chargeMw[i]) * periodHours, 0);
}

/** The planner counts MWh and EUR/MWh: a battery of one MWh at prices of so many EUR/MWh as EUR/kWh, a thousand times as dear. */
function planFrom(charge: number, prices: readonly number[], periodHours: number, battery: HomeBattery) {
  const limits: BatteryLimits = {
    powerMw: 1 / battery.hours,
    energyMwh: 1,
    efficiency: battery.efficiency ** 2,
    startMwh: charge,
    endMwh: 0,
    maxCycles: undefined,
    wearCost: 0,
  };
  const problem = {
    periodHours,
    prices: Float64Array.from(prices, (price) => price * 1000),
    risk: undefined,
    battery: limits,
    load: undefined,
    generationMw: undefined,
    offerFloor: undefined,
    connectionMw: undefined,
  };
  return planByStoredEnergy(problem, limits);
}
