import type { Highs } from 'highs';
import { planByProgramme } from './plan-by-programme.ts';
import { planByStoredEnergy } from './plan-by-stored-energy.ts';
import { type Movements, type Plan, type PlanProblem, SMALLEST_POWER } from './plan-problem.ts';

/** What a better plan has to earn to be looked for, EUR. */
const CENT = 0.01;

/**
 * The plan that earns most. Where the expected money of a battery alone counts, it is planned by what it stores, which is exact and quick;
 * everything else, and a limit of cycles that this plan would break, is a programme for the solver.
 */
export function solvePlan(highs: Highs, problem: PlanProblem): Plan {
  const unit = largestPower(problem);
  const scaled = withPowersIn(unit, problem);
  const plan = planWithinCycles(scaled) ?? planByProgramme(highs, scaled, { gapEur: CENT / unit });
  return inMegawatts(unit, plan, problem);
}

/** The plan by what is stored; undefined where there is no battery, where risk counts, or where it takes too many cycles. */
function planWithinCycles(problem: PlanProblem): Movements | undefined {
  const { battery, load, risk, periodHours } = problem;
  if (battery === undefined || load !== undefined || risk !== undefined) return undefined;
  const plan = planByStoredEnergy(problem, battery);
  const { maxCycles = Number.POSITIVE_INFINITY, energyMwh, efficiency } = battery;
  const given = plan.dischargeMw.reduce((sum, mw) => sum + mw, 0);
  const takenOutMwh = (periodHours * given) / Math.sqrt(efficiency);
  return takenOutMwh > maxCycles * energyMwh + SMALLEST_POWER ? undefined : plan;
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

/** Powers below the solver's tolerance are nothing. */
function inMegawatts(unit: number, plan: Movements, { generationMw, prices }: PlanProblem): Plan {
  const scale = (values: Float64Array) => values.map((value) => (value < SMALLEST_POWER ? 0 : value * unit));
  const scaled = {
    chargeMw: scale(plan.chargeMw),
    dischargeMw: scale(plan.dischargeMw),
    storedMwh: scale(plan.storedMwh),
    loadMw: scale(plan.loadMw),
    curtailedMw: scale(plan.curtailedMw),
    gapEur: plan.gapEur === undefined ? undefined : plan.gapEur * unit,
  };
  const { chargeMw, dischargeMw, loadMw, curtailedMw } = scaled;
  const netMw = prices.map(
    (_, t) => (generationMw?.[t] ?? 0) - curtailedMw[t] - chargeMw[t] + dischargeMw[t] - loadMw[t],
  );
  return { ...scaled, netMw };
}
