import { createRequire } from 'node:module';
import type { Highs, ModelData } from 'highs';
import { InfeasiblePlanError, type Movements, type PlanProblem, SMALLEST_POWER } from './plan-problem.ts';
import { type PlanColumns, writeProgramme } from './write-programme.ts';

/** Longer than a plan needs where the machine is not overloaded; the best one so far is taken then. */
const TIME_LIMIT_S = 3;
const RELATIVE_GAP = 1e-5;

/**
 * The plan that earns most, to `gapEur` or what `nodes` of the search tree find, as a linear programme. First the battery may charge and discharge at once, which is an easier one; a plan
 * that makes no use of it is the best one of those that must not, and any other is planned again with binary variables.
 */
export function planByProgramme(
  highs: Highs,
  problem: PlanProblem,
  { gapEur, nodes }: { gapEur: number; nodes?: number },
): Movements {
  const limits = {
    mip_abs_gap: gapEur,
    mip_rel_gap: RELATIVE_GAP,
    time_limit: TIME_LIMIT_S,
    ...(nodes !== undefined && { mip_max_nodes: nodes }),
  };
  const solve = (exclusive: boolean) => {
    const { programme, columns } = writeProgramme(problem, { exclusive });
    return toPlan(run(highs, programme.toModel(highs), limits), columns, problem);
  };
  const relaxed = solve(false);
  const isExclusive = relaxed.chargeMw.every(
    (charge, t) => Math.min(charge, relaxed.dischargeMw[t]) < SMALLEST_POWER,
  );
  return isExclusive ? relaxed : solve(true);
}

interface Solution {
  values: Float64Array;
  gapEur: number | undefined;
}

function run(highs: Highs, data: ModelData, limits: Record<string, number>): Solution {
  return highs.withModel(data, (model) => {
    model.options.set({ output_flag: false, ...limits });
    model.run();
    const status = model.getModelStatus();
    const { modelStatus, solutionStatus } = highs.constants;
    if (status === modelStatus.infeasible || status === modelStatus.unboundedOrInfeasible) {
      throw new InfeasiblePlanError();
    }
    const values = Float64Array.from(model.getSolution().colValue);
    if (status === modelStatus.optimal) return { values, gapEur: undefined };
    const info = (name: string) => Number(model.info.get(name));
    const isLimit = status === modelStatus.timeLimit || status === modelStatus.solutionLimit;
    if (!isLimit || info('primal_solution_status') !== solutionStatus.feasible)
      throw new Error(`The solver ended with status ${status}.`);
    return { values, gapEur: Math.max(0, info('mip_dual_bound') - info('objective_function_value')) };
  });
}

function toPlan({ values, gapEur }: Solution, columns: PlanColumns, { prices }: PlanProblem): Movements {
  const read = (indices: readonly number[]) =>
    Float64Array.from(prices, (_, t) => (t in indices ? values[indices[t]] : 0));
  return {
    chargeMw: read(columns.charge),
    dischargeMw: read(columns.discharge),
    storedMwh: read(columns.stored),
    loadMw: read(columns.load),
    curtailedMw: read(columns.curtailed),
    gapEur,
  };
}

/**
 * Loads the solver. The package's types describe a module that Node does not give to an import, so it is required: what comes is
 * its loader.
 */
export function loadSolver(): Promise<Highs> {
  const load: () => Promise<Highs> = createRequire(import.meta.url)('highs');
  return load();
}
