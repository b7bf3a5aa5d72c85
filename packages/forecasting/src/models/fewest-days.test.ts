import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowsBetween, syntheticPanel, without } from '../../test/synthetic-panel.ts';
import { panelBlocks } from '../features/feature-blocks.ts';
import { selectTraining } from '../features/training-rows.ts';
import { createFitCache } from '../kernel/fit-cache.ts';
import { BOOSTED_HOURS, GAUSSIAN_PROCESS, LEAR } from '../pipelines/members.ts';
import { createBoostedHours } from './boosted-hours.ts';
import { createGaussianProcess } from './gaussian-process.ts';
import { createLear } from './lear.ts';
import { InsufficientHistoryError } from './model.ts';
import { trainingDays } from './process-training.ts';

const { relevance: _, kind: __, ...PROCESS } = GAUSSIAN_PROCESS;

/** Each model with so many training days at least. */
const MODELS = {
  lear: (fewestDays: number) => createLear({ ...LEAR, training: { ...LEAR.training, fewestDays } }),
  'boosted hours': (fewestDays: number) =>
    createBoostedHours({ ...BOOSTED_HOURS, training: { ...BOOSTED_HOURS.training, fewestDays } }),
  'a process': (fewestDays: number) =>
    createGaussianProcess({ ...PROCESS, training: { ...PROCESS.training, fewestDays } }),
};

for (const [name, modelOf] of Object.entries(MODELS)) {
  test(`${name} is fitted from its fewest training days on`, () => {
    const panel = syntheticPanel(40);
    assert.equal(modelOf(25).minHistoryDays, 25 + 7);
    assert.ok(modelOf(25).fit(panel, 25 + 7));
    assert.throws(() => modelOf(26).fit(panel, 25 + 7), InsufficientHistoryError);
  });
}

test('days without an input are left out once enough days have it', () => {
  const panel = without(syntheticPanel(100), 'wind.forecast', rowsBetween(0, 60));
  const chosen = (enoughDays: number) =>
    selectTraining(panel, panelBlocks(panel), { target: 100, windowDays: 100, fewestDays: 21, enoughDays });
  const hasWind = (selection: ReturnType<typeof chosen>) =>
    selection?.blocks.some((block) => block.kind === 'exogenous' && block.input === 'wind.forecast');
  assert.equal(hasWind(chosen(40)), true);
  assert.equal(hasWind(chosen(41)), false);
});

test('a process leaves an input out that fewer days have', () => {
  const panel = without(syntheticPanel(60), 'wind.forecast', rowsBetween(0, 40));
  const inputsOf = (fewestInputDays: number) =>
    createGaussianProcess({ ...PROCESS, training: { ...PROCESS.training, fewestInputDays } }).fit(panel, 59)
      .inputs;
  assert.ok(inputsOf(19).includes('wind.forecast'));
  assert.ok(!inputsOf(20).includes('wind.forecast'));
});

test('the first training days of a process stay the same once there are enough of them', () => {
  const panel = syntheticPanel(120);
  const settled = (settledDays: number, fewestSettledDays: number) => {
    const training = { ...PROCESS.training, settledDays, fewestSettledDays };
    const plan = { ...PROCESS, kind: 'test', training, normalisation: PROCESS, read: () => undefined };
    return trainingDays(panel, 119, plan, createFitCache()).settled?.count;
  };
  assert.equal(settled(1, 112), 112 - 7);
  assert.equal(settled(1, 113), undefined);
  const ofWeeks = settled(28, 56);
  assert.ok(ofWeeks !== undefined && ofWeeks < 112 - 7);
});
