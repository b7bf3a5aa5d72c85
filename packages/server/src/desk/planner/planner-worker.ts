import { parentPort } from 'node:worker_threads';
import { loadSolver } from './plan-by-programme.ts';
import { InfeasiblePlanError, type Plan, type PlanProblem } from './plan-problem.ts';
import { solvePlan } from './solve-plan.ts';

export interface PlanRequest {
  id: number;
  problem: PlanProblem;
}

export type PlanReply =
  | { id: number; plan: Plan }
  | { id: number; isInfeasible: true }
  | { id: number; error: Error };

const solver = loadSolver();

parentPort?.on('message', (request: PlanRequest) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  void answer(request).then((reply) => parentPort?.postMessage(reply));
});

async function answer({ id, problem }: PlanRequest): Promise<PlanReply> {
  try {
    return { id, plan: solvePlan(await solver, problem) };
  } catch (error) {
    if (error instanceof InfeasiblePlanError) return { id, isInfeasible: true };
    return { id, error: error instanceof Error ? error : new Error(String(error)) };
  }
}
