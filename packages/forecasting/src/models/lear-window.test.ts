import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { TRAINING } from '../pipelines/training.ts';
import { createPlainKernel } from '../../test/plain-kernel/plain-kernel.ts';
import { fitPlainLearWindow } from '../../test/oracles/plain-lear.ts';
import { createNormal } from '../../test/random-problem.ts';
import { parseEpfCsv } from '../backtest/epf-csv.ts';
import { dayRange } from '../market/delivery-day.ts';
import { learBlocks } from '../features/feature-blocks.ts';
import { selectTraining } from '../features/training-rows.ts';
import { createKernel } from '../kernel/kernel.ts';
import type { Panel } from '../data/panel.ts';
import { type LearWindowFit, fitLearWindow, predictLearWindow } from './lear-window.ts';

const MARKET = new URL('../../../../../shared/data/epf/NP.csv', import.meta.url);
const SLOTS = 6;
const KERNEL = createKernel();

/** Prices that follow load, the slot and the day before, with spikes; `shape` may then spoil columns. */
function panelOf(dayCount: number, shape: (panel: Panel) => void = () => {}): Panel {
  const normal = createNormal(5);
  const days = dayRange('2023-01-01', '2026-01-01').slice(0, dayCount);
  const load = Float64Array.from({ length: dayCount * SLOTS }, () => 100 + 10 * normal());
  const wind = Float64Array.from({ length: dayCount * SLOTS }, () => 30 + 9 * normal());
  const price = new Float64Array(load.length);
  for (let i = 0; i < price.length; i++) {
    const before = i < SLOTS ? 50 : price[i - SLOTS];
    const spike = i % 97 === 0 ? 300 : 0;
    price[i] = 0.6 * before + 0.4 * load[i] - 0.3 * wind[i] + (i % SLOTS) + 2 * normal() + spike;
  }
  const panel = { days, slotsPerDay: SLOTS, price, exogenous: [column('load', load), column('wind', wind)] };
  shape(panel);
  return panel;
}

function column(name: string, values: Float64Array) {
  return { name, values };
}

const CASES: [string, Panel][] = [
  ['a market', panelOf(300)],
  ['a constant input', panelOf(300, ({ exogenous }) => exogenous[1].values.fill(7))],
  [
    'two inputs that are the same but for their unit',
    panelOf(300, ({ exogenous }) =>
      exogenous[0].values.forEach((v, i) => (exogenous[1].values[i] = 1000 * v)),
    ),
  ],
  ['an input that is zero half the time', panelOf(300, ({ exogenous }) => zeroOut(exogenous[1].values, 2))],
  ['prices that are zero most of the time', panelOf(300, ({ price }) => zeroOut(price, 3))],
  ['prices that have been zero throughout', panelOf(300, ({ price }) => price.fill(0))],
];

function zeroOut(values: Float64Array, period: number): void {
  values.forEach((_, i) => {
    if (Math.floor(i / SLOTS) % period !== 0) values[i] = 0;
  });
}

function selectionOf(panel: Panel, target: number, windowDays: number) {
  const blocks = learBlocks(panel.exogenous.map(({ name }) => name));
  const selection = selectTraining(panel, blocks, { target, windowDays, ...TRAINING });
  assert.ok(selection !== undefined);
  return { ...selection, windowDays };
}

function assertSameForecast(fast: LearWindowFit, plain: LearWindowFit, panel: Panel, target: number): void {
  const expected = predictLearWindow(plain, panel, target);
  predictLearWindow(fast, panel, target).forEach((value, slot) => {
    assert.ok(Math.abs(value - expected[slot]) < 1e-6, `slot ${slot}: ${value}, not ${expected[slot]}`);
  });
}

for (const [name, panel] of CASES) {
  test(`the fast fit forecasts what the plain one does, to 1e-6, with ${name}`, () => {
    for (const [target, windowDays] of [
      [290, 29],
      [280, 56],
      [299, 84],
      [295, 280],
    ]) {
      const selection = selectionOf(panel, target, windowDays);
      assertSameForecast(
        fitLearWindow(KERNEL, panel, selection),
        fitPlainLearWindow(panel, selection),
        panel,
        target,
      );
    }
  });

  test(`the kernels give bit for bit the same fit with ${name}`, () => {
    const selection = selectionOf(panel, 280, 56);
    const plain = fitLearWindow(createPlainKernel(), panel, selection);
    assert.deepEqual(fitLearWindow(KERNEL, panel, selection), plain);
  });
}

test(
  'the fast fit forecasts what the plain one does, to 1e-6, on Nord Pool',
  { skip: existsSync(MARKET) ? false : 'the benchmark data are not beside the project' },
  () => {
    const { panel } = parseEpfCsv(readFileSync(MARKET, 'utf8'));
    for (const [target, windowDays] of [
      [1600, 56],
      [1700, 84],
      [1800, 364],
    ]) {
      const selection = selectionOf(panel, target, windowDays);
      const fast = fitLearWindow(KERNEL, panel, selection);
      assertSameForecast(fast, fitPlainLearWindow(panel, selection), panel, target);
      assert.deepEqual(fitLearWindow(createPlainKernel(), panel, selection), fast);
    }
  },
);
