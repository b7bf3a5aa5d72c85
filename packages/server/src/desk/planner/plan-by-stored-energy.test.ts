import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { loadSolver, planByProgramme } from './plan-by-programme.ts';
import { planByStoredEnergy } from './plan-by-stored-energy.ts';
import { InfeasiblePlanError, type Movements, type PlanProblem } from './plan-problem.ts';

const highs = await loadSolver();

const BATTERY = {
  powerMw: 1,
  energyMwh: 2,
  efficiency: 0.9,
  startMwh: 1,
  endMwh: 1,
  maxCycles: undefined,
  wearCost: 0,
};

function problemOf(prices: readonly number[], change: Partial<PlanProblem> = {}): PlanProblem {
  return {
    periodHours: 0.25,
    prices: Float64Array.from(prices),
    risk: undefined,
    battery: undefined,
    load: undefined,
    generationMw: undefined,
    offerFloor: undefined,
    connectionMw: undefined,
    ...change,
  };
}

/** What the plan is worth to the programme, EUR: money at the prices, less wear, and what held-back generation is worth. */
function worthOf(plan: Movements, problem: PlanProblem, wearCost: number): number {
  const { prices, periodHours, generationMw, offerFloor = 0 } = problem;
  return prices.reduce((sum, price, t) => {
    const net = (generationMw?.[t] ?? 0) - plan.curtailedMw[t] + plan.dischargeMw[t] - plan.chargeMw[t];
    return (
      sum + periodHours * (price * net + offerFloor * plan.curtailedMw[t] - wearCost * plan.dischargeMw[t])
    );
  }, 0);
}

test('it earns what the programme with binary variables earns, with plants, floors and connections', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(
      fc.record({
        prices: fc.array(fc.oneof(fc.integer({ min: -60, max: 150 }), fc.constantFrom(0, -0.01, 12)), {
          minLength: 4,
          maxLength: 16,
        }),
        hours: fc.double({ min: 0.2, max: 5, noNaN: true }),
        efficiency: fc.double({ min: 0.4, max: 1, noNaN: true }),
        start: share,
        end: share,
        wearCost: fc.constantFrom(0, 0, 8),
        sun: fc.option(share),
        offerFloor: fc.constantFrom(undefined, -20, 0, 30),
        connectionMw: fc.constantFrom(undefined, 1, 1.5),
        periodHours: fc.constantFrom(0.25, 1),
      }),
      ({ prices, hours, start, end, sun, efficiency, wearCost, ...others }) => {
        const battery = {
          ...BATTERY,
          energyMwh: hours,
          startMwh: start * hours,
          endMwh: end * hours,
          efficiency,
          wearCost,
        };
        const generationMw =
          sun === null ? undefined : Float64Array.from(prices, (_, t) => (sun * (1 + Math.sin(t))) / 2);
        const problem = problemOf(prices, { ...others, battery, generationMw });
        let reference: number | undefined;
        try {
          reference = worthOf(planByProgramme(highs, problem, { gapEur: 1e-6 }), problem, wearCost);
        } catch (error) {
          assert.ok(error instanceof InfeasiblePlanError);
        }
        if (reference === undefined) {
          assert.throws(() => planByStoredEnergy(problem, battery), InfeasiblePlanError);
        } else {
          const found = worthOf(planByStoredEnergy(problem, battery), problem, wearCost);
          assert.ok(Math.abs(found - reference) < 0.005, `${found} ${reference}`);
        }
      },
    ),
    { seed: 3, numRuns: 150 },
  );
});

test('at one price below zero all day a battery burns what it can without doing both at once', () => {
  const problem = problemOf(
    Array.from({ length: 100 }, () => -10),
    { battery: BATTERY },
  );
  const { chargeMw, dischargeMw, storedMwh } = planByStoredEnergy(problem, BATTERY);
  chargeMw.forEach((charge, t) => assert.equal(Math.min(charge, dischargeMw[t]), 0));
  assert.ok(storedMwh[99] >= 1 - 1e-9);
  // Of a quarter hour of charging, 1.9 quarter hours burn a tenth: 0.25 * 10 * 0.1 / 1.9 in each, and the store is full at the end.
  const earned = worthOf({ ...planByStoredEnergy(problem, BATTERY) }, problem, 0);
  assert.ok(earned > 100 * 0.25 * 10 * (0.1 / 1.9) - 0.5, `${earned}`);
});

test('prices of zero, a store without power and a single period are planned', () => {
  const still = (problem: PlanProblem, battery = BATTERY) => {
    const { chargeMw, dischargeMw } = planByStoredEnergy(problem, battery);
    assert.ok([...chargeMw, ...dischargeMw].every((mw) => mw === 0));
  };
  still(problemOf([0, 0, 0, 0]));
  still(problemOf([5, 90, -3]), { ...BATTERY, powerMw: 0 });
  still(problemOf([70]));
  assert.throws(
    () => planByStoredEnergy(problemOf([70]), { ...BATTERY, startMwh: 0, endMwh: 2 }),
    InfeasiblePlanError,
  );
});

test('a search that ends early gives the best plan so far and says how much better another may be', () => {
  // Risk aversion and prices on both sides of zero: the search goes on for long.
  const prices = Array.from({ length: 96 }, (_, t) => 10 * Math.sin(t * 1.7) + 8 * Math.cos(t / 9) - 4);
  const scenarios = Array.from({ length: 40 }, (_, i) =>
    Float64Array.from(prices, (p, t) => p + 9 * Math.sin(i * 7 + t)),
  );
  const risk = { scenarios, weight: 0.5, tail: 0.1 };
  const problem = problemOf(prices, { battery: BATTERY, risk });
  const { gapEur, chargeMw, dischargeMw } = planByProgramme(highs, problem, {
    gapEur: 1e-9,
    nodes: 1,
  });
  assert.ok(gapEur !== undefined && gapEur >= 0, `${gapEur}`);
  chargeMw.forEach((charge, t) => assert.ok(Math.min(charge, dischargeMw[t]) < 1e-6));
});
