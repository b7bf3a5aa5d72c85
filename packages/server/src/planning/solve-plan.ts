import type { Highs, ModelData } from 'highs';
import { InfeasiblePlanError, type Plan, type PlanProblem } from './plan-problem.ts';
import { type PlanColumns, writeProgramme } from './write-programme.ts';

/** A longer search means that the machine is overloaded: no plan of a day needs so long. */
const TIME_LIMIT_S = 10;
const RELATIVE_GAP = 1e-5;
/** In units of the largest power; the solver keeps to its limits within 1e-7. */
const TOLERANCE = 1e-6;

/**
 * The plan that earns most. First the battery may charge and discharge at once, which is an easier programme; a plan that makes no use
 * of it is the best one of those that must not, and any other is planned again without.
 */
export function solvePlan(highs: Highs, problem: PlanProblem): Plan {
  const unit = largestPower(problem);
  const scaled = withPowersIn(unit, problem);
  const relaxed = solve(highs, scaled, { exclusive: false });
  const isExclusive = relaxed.chargeMw.every(
    (charge, t) => Math.min(charge, relaxed.dischargeMw[t]) < TOLERANCE,
  );
  return inMegawatts(unit, isExclusive ? relaxed : solve(highs, scaled, { exclusive: true }), problem);
}

function solve(highs: Highs, problem: PlanProblem, form: { exclusive: boolean }): Plan {
  const { programme, columns } = writeProgramme(problem, form);
  return toPlan(run(highs, programme.toModel(highs)), columns, problem);
}

function run(highs: Highs, data: ModelData): Float64Array {
  return highs.withModel(data, (model) => {
    model.options.set({ output_flag: false, time_limit: TIME_LIMIT_S, mip_rel_gap: RELATIVE_GAP });
    model.run();
    const status = model.getModelStatus();
    const { optimal, infeasible, unboundedOrInfeasible } = highs.constants.modelStatus;
    if (status === infeasible || status === unboundedOrInfeasible) throw new InfeasiblePlanError();
    if (status !== optimal) throw new Error(`The solver ended with status ${status}.`);
    return Float64Array.from(model.getSolution().colValue);
  });
}

/** Reads a plan without the solver's last digits: less than its tolerance is nothing. */
function toPlan(values: Float64Array, columns: PlanColumns, { prices, generationMw }: PlanProblem): Plan {
  const read = (indices: readonly number[]) =>
    Float64Array.from(prices, (_, t) => {
      const value = t in indices ? values[indices[t]] : 0;
      return value < TOLERANCE ? 0 : value;
    });
  const plan = {
    chargeMw: read(columns.charge),
    dischargeMw: read(columns.discharge),
    storedMwh: read(columns.stored),
    loadMw: read(columns.load),
    curtailedMw: read(columns.curtailed),
  };
  return { ...plan, netMw: prices.map((_, t) => (generationMw?.[t] ?? 0) - takenAt(plan, t)) };
}

function takenAt(plan: Omit<Plan, 'netMw'>, t: number): number {
  return plan.curtailedMw[t] + plan.chargeMw[t] - plan.dischargeMw[t] + plan.loadMw[t];
}

function largestPower({ battery, load, generationMw, connectionMw }: PlanProblem): number {
  const largest = Math.max(
    battery?.powerMw ?? 0,
    load?.powerMw ?? 0,
    connectionMw ?? 0,
    ...(generationMw ?? []),
  );
  return largest > 0 ? largest : 1;
}

/** The same problem with the unit as the measure of power, so that tolerances mean the same for a house and for a power station. */
function withPowersIn(unit: number, problem: PlanProblem): PlanProblem {
  const { battery, load, generationMw, connectionMw } = problem;
  return {
    ...problem,
    battery: battery && {
      ...battery,
      powerMw: battery.powerMw / unit,
      energyMwh: battery.energyMwh / unit,
      startMwh: battery.startMwh / unit,
      endMwh: battery.endMwh / unit,
    },
    load: load && { ...load, powerMw: load.powerMw / unit, energyMwh: load.energyMwh / unit },
    generationMw: generationMw?.map((mw) => mw / unit),
    connectionMw: connectionMw === undefined ? undefined : connectionMw / unit,
  };
}

function inMegawatts(unit: number, plan: Plan, { generationMw }: PlanProblem): Plan {
  const scale = (values: Float64Array) => values.map((value) => value * unit);
  const scaled = {
    chargeMw: scale(plan.chargeMw),
    dischargeMw: scale(plan.dischargeMw),
    storedMwh: scale(plan.storedMwh),
    loadMw: scale(plan.loadMw),
    curtailedMw: scale(plan.curtailedMw),
  };
  return {
    ...scaled,
    netMw: scaled.chargeMw.map((_, t) => (generationMw?.[t] ?? 0) - takenAt(scaled, t)),
  };
}
