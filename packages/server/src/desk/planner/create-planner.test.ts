import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createPlanner } from './create-planner.ts';
import type { PlanProblem } from './plan-problem.ts';

const planner = createPlanner({ cores: 4 });
after(() => planner.close());

const PROBLEM: PlanProblem = {
  periodHours: 1,
  prices: Float64Array.of(10, 90),
  risk: undefined,
  battery: {
    powerMw: 2,
    energyMwh: 10,
    efficiency: 1,
    startMwh: 0,
    endMwh: 0,
    maxCycles: undefined,
    wearCost: 0,
  },
  load: undefined,
  generationMw: undefined,
  offerFloor: undefined,
  connectionMw: undefined,
};

test('problems that come together are each answered with their own plan', async () => {
  const powers = [1, 2, 3, 4, 5];
  const plans = await Promise.all(
    powers.map((powerMw) =>
      planner.plan({ ...PROBLEM, battery: PROBLEM.battery && { ...PROBLEM.battery, powerMw } }),
    ),
  );
  assert.deepEqual(
    plans.map(({ netMw }) => [...netMw]),
    powers.map((powerMw) => [-powerMw, powerMw]),
  );
});

test('limits that no plan can meet are distinguished from failures, and the next problem is solved', async () => {
  const load = { powerMw: 1, energyMwh: 3, from: 0, to: 2 };
  await assert.rejects(planner.plan({ ...PROBLEM, battery: undefined, load }), {
    name: 'InfeasiblePlanError',
  });
  assert.deepEqual([...(await planner.plan(PROBLEM)).chargeMw], [2, 0]);
});

test('closing ends what waits, and a problem after it has a thread again', async () => {
  const outcomes = Promise.allSettled(Array.from({ length: 60 }, () => planner.plan(PROBLEM)));
  await planner.close();
  const last = (await outcomes).at(-1);
  assert.ok(last?.status === 'rejected' && /thread ended/.test(String(last.reason)));
  assert.deepEqual([...(await planner.plan(PROBLEM)).dischargeMw], [0, 2]);
});
