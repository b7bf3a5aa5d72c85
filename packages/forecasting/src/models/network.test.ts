import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNormal } from '../../test/random-problem.ts';
import { dayRange, weekdayOf } from '../calendar/delivery-day.ts';
import type { Panel } from '../series/panel.ts';
import { InsufficientHistoryError } from './insufficient-history-error.ts';
import { createWeeklyNaive } from './naive.ts';
import { attributeNetwork } from './network-contributions.ts';
import { createNetwork } from './network.ts';

const SLOTS = 4;
const DAYS = 200;
const TARGET = DAYS - 1;

/** Prices that follow load, more steeply above its mean, and the weekend, with a random walk from day to day. */
function bentPanel(bend = 1 / 200, noise = 1): Panel {
  const normal = createNormal(8);
  const days = dayRange('2024-01-01', '2030-01-01').slice(0, DAYS);
  const load = Float64Array.from({ length: DAYS * SLOTS }, () => 28_000 + 3000 * normal());
  let level = 60;
  const price = load.map((value, at) => {
    if (at % SLOTS === 0) level += noise * normal();
    const weekend = weekdayOf(days[Math.floor(at / SLOTS)]) >= 5 ? -8 : 0;
    return level + weekend + (value - 28_000) / 300 + Math.max(0, value - 28_000) * bend;
  });
  return { days, slotsPerDay: SLOTS, price, exogenous: [{ name: 'load.forecast', values: load }] };
}

const network = createNetwork({ members: 2, units: 16, epochs: 20 });

function forecastOf(panel: Panel, target = TARGET): Float64Array {
  return network.predict(network.fit(panel, target), panel, target);
}

function meanError(panel: Panel, forecast: (target: number) => Float64Array): number {
  let sum = 0;
  for (let target = DAYS - 10; target < DAYS; target++) {
    forecast(target).forEach((value, slot) => {
      sum += Math.abs(value - panel.price[target * SLOTS + slot]) / (10 * SLOTS);
    });
  }
  return sum;
}

function withValues(panel: Panel, change: (copy: Panel) => void): Panel {
  const copy = structuredClone(panel);
  change(copy);
  return copy;
}

test('hidden units halve the error of the linear part where prices bend', () => {
  const panel = withValues(bentPanel(), ({ price, exogenous: [{ values: load }] }) => {
    load.forEach((_, at) => (load[at] = load[at - (at % SLOTS)]));
    price.forEach((_, at) => (price[at] = 60 + (at % SLOTS) + Math.abs(load[at] - 28_000) / 150));
  });
  const fitted = createNetwork({ members: 2, units: 16, epochs: 100 }).fit(panel, DAYS - 10);
  const linear = {
    ...fitted,
    members: fitted.members.map((m) => ({ ...m, outputs: m.outputs.map(() => 0) })),
  };
  const bent = meanError(panel, (day) => network.predict(fitted, panel, day));
  const straight = meanError(panel, (day) => network.predict(linear, panel, day));
  assert.ok(bent < straight / 2, `${bent} with, ${straight} without hidden units`);
});

test('a market without bends is forecast far better than by last week', () => {
  const panel = bentPanel(0, 0.2);
  const fitted = network.fit(panel, DAYS - 10);
  const naive = createWeeklyNaive();
  const own = meanError(panel, (day) => network.predict(fitted, panel, day));
  const weekly = meanError(panel, (day) => naive.predict(naive.fit(panel, day), panel, day));
  assert.ok(own < 0.3 * weekly, `${own} against ${weekly}`);
});

test('a fit is a function of panel and seed, and round-trips as JSON', () => {
  const panel = bentPanel();
  const fitted = network.fit(panel, TARGET);
  assert.deepEqual(network.fit(panel, TARGET), fitted);
  assert.deepEqual(JSON.parse(JSON.stringify(fitted)), fitted);
  assert.notDeepEqual(
    createNetwork({ members: 2, units: 16, epochs: 20, seed: 2 }).fit(panel, TARGET),
    fitted,
  );
});

test('what comes on the target day and later changes nothing but through its inputs', () => {
  const panel = bentPanel();
  const blind = withValues(panel, ({ price }) => price.fill(Number.NaN, TARGET * SLOTS));
  assert.deepEqual(forecastOf(blind), forecastOf(panel));
  const earlier = withValues(panel, ({ price }) => price.fill(1e6, (TARGET - 1) * SLOTS));
  assert.deepEqual(forecastOf(earlier, TARGET - 1), forecastOf(panel, TARGET - 1));
});

test('prices in another currency give the forecast in that currency', () => {
  const panel = bentPanel();
  const other = withValues(panel, ({ price }) => price.forEach((value, at) => (price[at] = value * 8)));
  const [own, scaled] = [forecastOf(panel), forecastOf(other)];
  own.forEach((value, slot) => assert.ok(Math.abs(scaled[slot] - 8 * value) < 0.01 * Math.abs(8 * value)));
});

test('a constant input is as good as none', () => {
  const panel = bentPanel();
  const constant = withValues(panel, ({ exogenous }) => {
    exogenous.push({ name: 'constant', values: new Float64Array(DAYS * SLOTS).fill(0.1) });
  });
  const [error, other] = [constant, panel].map((own) => {
    const fitted = network.fit(own, DAYS - 10);
    return meanError(own, (day) => network.predict(fitted, own, day));
  });
  assert.ok(error < 1.2 * other, `${error} with, ${other} without the constant`);
});

test('an input that is not known for the target day is left out', () => {
  const panel = withValues(bentPanel(), ({ exogenous }) => {
    exogenous[0].values.fill(Number.NaN, TARGET * SLOTS);
  });
  const fitted = network.fit(panel, TARGET);
  assert.ok(fitted.blocks.every(({ kind }) => kind !== 'exogenous'));
  assert.ok(network.predict(fitted, panel, TARGET).every(Number.isFinite));
});

test('gaps in prices and inputs leave a finite forecast', () => {
  const panel = withValues(bentPanel(), ({ price, exogenous }) => {
    for (const day of [40, 90, 150]) price.fill(Number.NaN, day * SLOTS, (day + 1) * SLOTS);
    for (const day of [60, TARGET - 7]) exogenous[0].values[day * SLOTS + 2] = Number.NaN;
    price.fill(Number.NaN, (TARGET - 5) * SLOTS, (TARGET - 4) * SLOTS);
  });
  assert.ok(forecastOf(panel).every(Number.isFinite));
});

test('prices of 0 for weeks, or always, give forecasts near 0', () => {
  const panel = bentPanel();
  const weeks = withValues(panel, ({ price }) => price.fill(0, (TARGET - 40) * SLOTS));
  assert.ok(forecastOf(weeks).every((value) => Math.abs(value) < 1));
  const always = withValues(panel, ({ price }) => price.fill(0));
  assert.ok(forecastOf(always).every((value) => Math.abs(value) < 1e-6));
});

test('an absurd input moves the forecast within what prices have done', () => {
  const panel = withValues(bentPanel(), ({ exogenous }) => {
    exogenous[0].values.fill(1e12, TARGET * SLOTS);
  });
  assert.ok(forecastOf(panel).every((value) => Math.abs(value) < 500));
});

test('too short a history is one clear error', () => {
  assert.throws(
    () => network.fit(bentPanel(), 20),
    (error) =>
      error instanceof InsufficientHistoryError &&
      /needs 21 training days .* to forecast 2024-01-21; the panel has fewer/.test(error.message),
  );
  assert.ok(forecastOf(bentPanel(), network.minHistoryDays).every(Number.isFinite));
});

test('a fit for one day names what it lacks on another', () => {
  const panel = bentPanel();
  const fitted = network.fit(panel, TARGET);
  const without = withValues(panel, ({ exogenous }) => {
    exogenous[0].values.fill(Number.NaN, TARGET * SLOTS);
  });
  assert.throws(
    () => network.predict(fitted, without, TARGET),
    /needs load\.forecast\[d-0\], which is not known/,
  );
});

test('options out of range are refused by name', () => {
  assert.throws(() => createNetwork({ units: 12 }), /units is a multiple of 8; got 12/);
  assert.throws(() => createNetwork({ members: 0 }), /members is a whole number, at least 1; got 0/);
  assert.throws(() => createNetwork({ windowDays: 20 }), /windowDays is a whole number, at least 28; got 20/);
  assert.throws(() => createNetwork({ seed: 0.5 }), /seed is a whole number; got 0\.5/);
});

test('contributions add up to the forecast, and load counts where load is unusual', () => {
  const panel = withValues(bentPanel(), ({ exogenous }) => {
    exogenous[0].values.fill(36_000, TARGET * SLOTS);
  });
  const fitted = network.fit(panel, TARGET);
  const { baseline, contributions } = attributeNetwork(fitted, panel, TARGET);
  assert.deepEqual(
    contributions.map(({ group }) => group),
    ['price', 'load.forecast', 'calendar'],
  );
  network.predict(fitted, panel, TARGET).forEach((value, slot) => {
    const total = contributions.reduce((sum, { values }) => sum + values[slot], baseline[slot]);
    assert.ok(Math.abs(total - value) < 1e-9);
    assert.ok(contributions[1].values[slot] > 10);
  });
});
