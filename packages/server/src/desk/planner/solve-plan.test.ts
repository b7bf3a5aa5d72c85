import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { loadSolver } from './plan-by-programme.ts';
import type { BatteryLimits, Plan, PlanProblem } from './plan-problem.ts';
import { solvePlan } from './solve-plan.ts';

const highs = await loadSolver();

const BATTERY: BatteryLimits = {
  powerMw: 1,
  energyMwh: 1,
  efficiency: 1,
  startMwh: 0,
  endMwh: 0,
  maxCycles: undefined,
  wearCost: 0,
};

function problemOf(prices: number[], change: Partial<PlanProblem> = {}): PlanProblem {
  return {
    periodHours: 1,
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

function moneyOf({ netMw }: Pick<Plan, 'netMw'>, prices: ArrayLike<number>, periodHours = 1): number {
  return netMw.reduce((sum, mw, t) => sum + periodHours * mw * prices[t], 0);
}

function near(actual: ArrayLike<number>, expected: number[], tolerance = 1e-6): void {
  assert.equal(actual.length, expected.length);
  expected.forEach((value, i) => {
    assert.ok(
      Math.abs(actual[i] - value) <= tolerance,
      `${Array.from(actual).join()} is not ${expected.join()}`,
    );
  });
}

test('a battery buys in the cheapest hour and sells in the most expensive one after it', () => {
  const plan = solvePlan(highs, problemOf([90, 20, 50, 80, 10], { battery: BATTERY }));
  near(plan.netMw, [0, -1, 0, 1, 0]);
  near(plan.storedMwh, [0, 1, 1, 0, 0]);
});

test('a round trip that its losses eat up is not made', () => {
  const trip = (efficiency: number) =>
    solvePlan(highs, problemOf([80, 100], { battery: { ...BATTERY, efficiency } }));
  near(trip(0.79).netMw, [0, 0]);
  const { netMw } = trip(0.81);
  near(netMw, [-1, 0.81]);
});

test('start, end and cycles are kept to', () => {
  const half = { ...BATTERY, energyMwh: 2, startMwh: 1, endMwh: 1 };
  near(solvePlan(highs, problemOf([100, 10], { battery: half })).netMw, [1, -1]);
  near(solvePlan(highs, problemOf([100, 10], { battery: { ...half, endMwh: 2 } })).netMw, [0, -1]);
  const prices = [10, 90, 10, 90, 10, 90];
  const cycling = (maxCycles: number) =>
    moneyOf(solvePlan(highs, problemOf(prices, { battery: { ...BATTERY, maxCycles } })), prices);
  assert.ok(Math.abs(cycling(1.5) - 120) < 1e-4);
  assert.ok(Math.abs(cycling(9) - 240) < 1e-4);
});

test('at negative prices a battery does not burn energy by charging and discharging at once', () => {
  const battery = { ...BATTERY, efficiency: 0.5 };
  const prices = [-50, -50, -50, -50];
  const plan = solvePlan(highs, problemOf(prices, { battery }));
  plan.chargeMw.forEach((charge, t) => assert.equal(Math.min(charge, plan.dischargeMw[t]), 0));
  // Full is reached with 1 / sqrt(0.5) MWh; emptying gives money away, but makes room to be paid again.
  assert.ok(Math.abs(moneyOf(plan, prices) - bestOnGrid(prices, battery)) < 1.5);
});

test('a load takes the cheapest hours of its window, the last one in part', () => {
  const load = { powerMw: 2, energyMwh: 5, from: 1, to: 5 };
  const { loadMw, netMw } = solvePlan(highs, problemOf([1, 40, 10, 30, 20, 2], { load }));
  near(loadMw, [0, 0, 2, 1, 2, 0]);
  near(netMw, [0, 0, -2, -1, -2, 0]);
});

test('a plant sells nothing below its floor, and without one all that it generates', () => {
  const generationMw = Float64Array.of(3, 4, 5);
  const plant = (offerFloor: number | undefined) =>
    solvePlan(highs, problemOf([10, -5, 0.5], { generationMw, offerFloor })).netMw;
  near(plant(0), [3, 0, 5]);
  near(plant(undefined), [3, 4, 5]);
  near(plant(4), [3, 0, 0]);
  near(plant(-6), [3, 4, 5]);
});

test('a spread that does not pay for the wear is left, and one that does is taken', () => {
  const trade = (wearCost: number) =>
    solvePlan(highs, problemOf([40, 50, 41, 80], { battery: { ...BATTERY, wearCost } })).netMw;
  near(trade(8), [-1, 1, -1, 1]);
  near(trade(11), [-1, 0, 0, 1]);
  near(trade(41), [0, 0, 0, 0]);
});

test('a battery that begins and ends half full makes the best of the cycles that it may', () => {
  const plan = (maxCycles: number) => {
    const battery = { ...BATTERY, energyMwh: 2, startMwh: 1, endMwh: 1, maxCycles };
    return solvePlan(highs, problemOf([60, 20, 30, 90, 70], { battery }));
  };
  near(plan(1).netMw, [1, -1, -1, 1, 0]);
  near(plan(1).storedMwh, [0, 1, 2, 1, 1]);
  near(plan(0.5).netMw, [0, -1, 0, 1, 0]);
  near(plan(0).netMw, [0, 0, 0, 0, 0]);
});

test('quarters whose prices are those of their hours are planned for the same money', () => {
  const hours = [60, 20, 30, 90, 70, -15, 40];
  const quarters = hours.flatMap((price) => [price, price, price, price]);
  const battery = { ...BATTERY, energyMwh: 2, efficiency: 0.8, startMwh: 1, endMwh: 1, wearCost: 3 };
  const money = (prices: number[], periodHours: number) => {
    const plan = solvePlan(highs, problemOf(prices, { battery, periodHours }));
    const given = plan.dischargeMw.reduce((sum, mw) => sum + mw, 0);
    return moneyOf(plan, prices, periodHours) - 3 * periodHours * given;
  };
  const [byHour, byQuarter] = [money(hours, 1), money(quarters, 0.25)];
  assert.ok(byQuarter >= byHour - 1e-3 && byQuarter <= byHour + 1, `${byQuarter} ${byHour}`);
});

test('behind one connection the battery takes what would not fit beside the plant', () => {
  const plan = solvePlan(
    highs,
    problemOf([30, 80, 90], {
      generationMw: Float64Array.of(2, 2, 1),
      connectionMw: 2,
      battery: { ...BATTERY, energyMwh: 4 },
    }),
  );
  near(plan.netMw, [1, 2, 2]);
});

test('quarter hours move a quarter of the energy, and powers of any size give the same plan', () => {
  const prices = Array.from({ length: 8 }, (_, t) => (t < 4 ? 10 : 60));
  for (const size of [0.001, 1, 50_000]) {
    const battery = { ...BATTERY, powerMw: size, energyMwh: size / 2 };
    const plan = solvePlan(highs, problemOf(prices, { battery, periodHours: 0.25 }));
    const money = moneyOf(plan, prices, 0.25);
    assert.ok(Math.abs(money / size - 25) < 1e-3, `${size}: ${money / size}`);
  }
});

test('a plan that minds shortfall leaves a gain that is not worth its risk, and takes one that is safe', () => {
  const prices = [50, 54, 50, 54];
  const scenarios = [-30, -10, 0, 10, 30].map((error) => Float64Array.of(50, 54 + error, 50, 54));
  const risk = { scenarios, weight: 0.5, tail: 0.2 };
  const plan = solvePlan(highs, problemOf(prices, { battery: BATTERY, risk }));
  near(plan.netMw, [0, 0, -1, 1]);
  const carefree = solvePlan(highs, problemOf(prices, { battery: BATTERY, risk: { ...risk, weight: 0.05 } }));
  near(carefree.netMw, [-1, 1, -1, 1]);
});

test('the best plan is the one that trying every plan on a grid finds', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -40, max: 100 }), { minLength: 2, maxLength: 5 }),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 0, max: 3 }),
      (prices, energy, start) => {
        const startMwh = Math.min(start, energy);
        const battery = { ...BATTERY, energyMwh: energy, startMwh, endMwh: startMwh };
        const best = moneyOf(solvePlan(highs, problemOf(prices, { battery })), prices);
        // Without losses and with whole numbers an optimum lies on whole numbers.
        assert.ok(Math.abs(best - bestOnGrid(prices, battery)) < 0.01);
      },
    ),
    { seed: 1, numRuns: 200 },
  );
});

test('no plan breaks a limit, and none is worth less than to do nothing', () => {
  const price = fc.double({ min: -80, max: 200, noNaN: true });
  const scenario = fc.array(price, { minLength: 6, maxLength: 6 });
  fc.assert(
    fc.property(
      fc.record({
        prices: scenario,
        scenarios: fc.option(fc.array(scenario, { minLength: 3, maxLength: 12 })),
        powerMw: fc.double({ min: 0.01, max: 500, noNaN: true }),
        hours: fc.double({ min: 0.2, max: 8, noNaN: true }),
        efficiency: fc.double({ min: 0.3, max: 1, noNaN: true }),
        start: fc.double({ min: 0, max: 1, noNaN: true }),
        maxCycles: fc.option(fc.double({ min: 0, max: 3, noNaN: true }), { nil: undefined }),
        generation: fc.option(
          fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 6, maxLength: 6 }),
        ),
        offerFloor: fc.constantFrom(undefined, -20, 0, 30),
        wearCost: fc.constantFrom(0, 0, 5),
        periodHours: fc.constantFrom(0.25, 1),
      }),
      ({ powerMw, hours, start, ...drawn }) => {
        const energyMwh = powerMw * hours;
        const { efficiency, maxCycles, wearCost, offerFloor = 0 } = drawn;
        const startMwh = start * energyMwh;
        const battery = { powerMw, energyMwh, efficiency, startMwh, endMwh: startMwh, maxCycles, wearCost };
        const problem = problemOf(drawn.prices, {
          periodHours: drawn.periodHours,
          battery,
          risk: drawn.scenarios
            ? { scenarios: drawn.scenarios.map((row) => Float64Array.from(row)), weight: 0.5, tail: 0.1 }
            : undefined,
          generationMw: drawn.generation
            ? Float64Array.from(drawn.generation, (x) => x * powerMw)
            : undefined,
          offerFloor: drawn.offerFloor,
          connectionMw: powerMw,
        });
        const plan = solvePlan(highs, problem);
        assertKept(plan, problem, battery);
        const besides = plan.curtailedMw.reduce(
          (sum, mw, t) => sum + drawn.periodHours * (offerFloor * mw - wearCost * plan.dischargeMw[t]),
          0,
        );
        const least = worthOf(
          Float64Array.from(drawn.prices, (_, t) => problem.generationMw?.[t] ?? 0),
          problem,
        );
        assert.ok(worthOf(plan.netMw, problem) + besides >= least - 0.01 * powerMw);
      },
    ),
    { seed: 2, numRuns: 300 },
  );
});

/** Expected money less what its shortfall is worth: the mean over the scenarios above that of the worst of them. */
function worthOf(netMw: Float64Array, { prices, periodHours, risk }: PlanProblem): number {
  const expected = moneyOf({ netMw }, prices, periodHours);
  if (risk === undefined) return expected;
  const ascending = Float64Array.from(risk.scenarios, (row) => moneyOf({ netMw }, row, periodHours)).sort();
  const mean = ascending.reduce((sum, money) => sum + money, 0) / ascending.length;
  const count = risk.tail * ascending.length;
  const worst = ascending.reduce((sum, money, i) => sum + money * Math.min(Math.max(count - i, 0), 1), 0);
  return expected - risk.weight * (mean - worst / count);
}

function assertKept(plan: Plan, problem: PlanProblem, battery: BatteryLimits): void {
  const slack = 2e-5 * battery.powerMw;
  const oneWay = Math.sqrt(battery.efficiency);
  let stored = battery.startMwh;
  let takenOut = 0;
  plan.netMw.forEach((net, t) => {
    const [charge, discharge] = [plan.chargeMw[t], plan.dischargeMw[t]];
    const generated = problem.generationMw?.[t] ?? 0;
    assert.equal(Math.min(charge, discharge), 0);
    assert.ok(charge <= battery.powerMw + slack && discharge <= battery.powerMw + slack);
    assert.ok(plan.curtailedMw[t] <= (problem.offerFloor === undefined ? 0 : generated) + slack);
    assert.ok(Math.abs(net - (generated - plan.curtailedMw[t] + discharge - charge)) <= slack);
    assert.ok(Math.abs(net) <= (problem.connectionMw ?? Infinity) + slack);
    stored += problem.periodHours * (charge * oneWay - discharge / oneWay);
    takenOut += (problem.periodHours * discharge) / oneWay;
    assert.ok(Math.abs(stored - plan.storedMwh[t]) <= slack, `${stored} ${plan.storedMwh[t]}`);
    assert.ok(stored >= -slack && stored <= battery.energyMwh + slack);
  });
  assert.ok(stored >= battery.endMwh - slack);
  assert.ok(takenOut <= (battery.maxCycles ?? Infinity) * battery.energyMwh + slack);
}

/** The best of all plans whose store holds a whole number of steps after each period, found by trying them all. */
function bestOnGrid(prices: readonly number[], battery: BatteryLimits): number {
  const steps = battery.efficiency === 1 ? 1 : 40;
  const size = battery.energyMwh / Math.round(battery.energyMwh * steps);
  const oneWay = Math.sqrt(battery.efficiency);
  let best = new Map([[Math.round(battery.startMwh / size), 0]]);
  for (const price of prices) {
    const next = new Map<number, number>();
    for (const [level, money] of best) {
      for (let to = 0; to * size <= battery.energyMwh + 1e-9; to++) {
        const change = (to - level) * size;
        const mw = change > 0 ? change / oneWay : change * oneWay;
        if (Math.abs(mw) > battery.powerMw + 1e-9) continue;
        next.set(to, Math.max(next.get(to) ?? -Infinity, money - price * mw));
      }
    }
    best = next;
  }
  return Math.max(...[...best].filter(([level]) => level * size >= battery.endMwh - 1e-9).map(([, m]) => m));
}
