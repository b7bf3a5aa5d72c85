import type { loadSolver } from '../../packages/server/src/desk/planner/plan-by-programme.ts';
import { Programme } from '../../packages/server/src/desk/planner/write-programme.ts';

type Highs = Awaited<ReturnType<typeof loadSolver>>;

/** A battery that is planned day after day. Energies are those inside it, powers those at the connection. */
export interface RollingBattery {
  powerMw: number;
  energyMwh: number;
  /** Share of the energy drawn that a whole cycle gives back; half of the loss lies on either way. */
  efficiency: number;
  /** Cost of wear for each MWh that is fed in, EUR/MWh. */
  wearEurPerMwh: number;
}

/** What is planned for the periods to commit to. */
export interface CommittedPlan {
  chargeMw: Float64Array;
  dischargeMw: Float64Array;
  /** Stored at their end. */
  endMwh: number;
}

/**
 * The plan that earns most at the prices of the periods to commit to, `prices`, and on average over the equally likely rows of `later`,
 * those of the periods behind them: each row has a plan of its own there, as if its prices came to be known in between. What is stored
 * at the end of all is worth nothing. The battery may charge and discharge at once, which costs more than it earns above -96 EUR/MWh with wear
 * of 17 EUR/MWh and efficiency 0.85.
 */
export function planCommitted(
  highs: Highs,
  { powerMw, energyMwh, efficiency, wearEurPerMwh }: RollingBattery,
  {
    prices,
    later,
    startMwh,
    periodHours,
  }: { prices: Float64Array; later: readonly Float64Array[]; startMwh: number; periodHours: number },
): CommittedPlan {
  const programme = new Programme();
  const oneWay = Math.sqrt(efficiency);
  /** Columns of charge, discharge and what is stored, by period. */
  const addPeriods = (ofPeriods: Float64Array, weight: number, storedBefore: number | undefined) => {
    let last = storedBefore;
    return Array.from(ofPeriods, (price) => {
      const charge = programme.variable({ gain: -weight * periodHours * price, upper: powerMw });
      const discharge = programme.variable({
        gain: weight * periodHours * (price - wearEurPerMwh),
        upper: powerMw,
      });
      const stored = programme.variable({ upper: energyMwh });
      const before = last === undefined ? startMwh : 0;
      programme.row(
        [
          [stored, 1],
          ...(last === undefined ? [] : [[last, -1] as const]),
          [charge, -oneWay * periodHours],
          [discharge, periodHours / oneWay],
        ],
        { lower: before, upper: before },
      );
      last = stored;
      return { charge, discharge, stored };
    });
  };
  const committed = addPeriods(prices, 1, undefined);
  const end = committed[committed.length - 1].stored;
  for (const row of later) addPeriods(row, 1 / later.length, end);
  const values = solve(highs, programme);
  const read = (key: 'charge' | 'discharge') =>
    Float64Array.from(committed, (columns) => values[columns[key]]);
  // The solver keeps to its limits within 1e-7.
  const endMwh = Math.min(energyMwh, Math.max(0, values[end]));
  return { chargeMw: read('charge'), dischargeMw: read('discharge'), endMwh };
}

/** What the periods earn at the prices that came, EUR, less the wear. */
export function earnedEur(
  { chargeMw, dischargeMw }: CommittedPlan,
  { wearEurPerMwh }: RollingBattery,
  prices: Float64Array,
  periodHours: number,
): number {
  return prices.reduce(
    (sum, price, t) =>
      sum + periodHours * ((dischargeMw[t] - chargeMw[t]) * price - dischargeMw[t] * wearEurPerMwh),
    0,
  );
}

function solve(highs: Highs, programme: Programme): Float64Array {
  return highs.withModel(programme.toModel(highs), (model) => {
    model.options.set({ output_flag: false });
    model.run();
    const status = model.getModelStatus();
    if (status !== highs.constants.modelStatus.optimal)
      throw new Error(`The solver ended with status ${status}.`);
    return Float64Array.from(model.getSolution().colValue);
  });
}
