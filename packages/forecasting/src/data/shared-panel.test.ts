import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticPanel } from '../../test/synthetic-panel.ts';
import { createBoostedHours } from '../models/boosted-hours.ts';
import { createEnsemble } from '../models/weighted-mean.ts';
import { pricesOf, readOnce, sharePanel, shareWith } from './shared-panel.ts';

test('of a shared panel each day and input is read once, of any other each time', () => {
  const panel = syntheticPanel(3);
  const shared = sharePanel(panel);
  const asked: string[] = [];
  const read = readOnce(pricesOf, (_, row: number, name: string) => asked.push(`${name} ${row}`));
  assert.equal(read(shared, 1, 'load'), read(shared, 1, 'load'));
  assert.notEqual(read(shared, 2, 'load'), read(shared, 1, 'wind'));
  assert.notEqual(read(sharePanel(panel), 1, 'load'), read(shared, 1, 'load'));
  assert.deepEqual(asked, ['load 1', 'load 2', 'wind 1', 'load 1']);
  assert.notEqual(read(panel, 1, 'load'), read(panel, 1, 'load'));
});

test('members that share what they read forecast as they do alone, also after the panel has changed', () => {
  const recent = createBoostedHours({ trees: 5 });
  const year = createBoostedHours({ trees: 5, scale: 'year' });
  const both = createEnsemble('both', [
    { forecaster: recent, weight: 1 },
    { forecaster: year, weight: 1 },
  ]);
  const panel = syntheticPanel(90);
  const target = 89;
  for (const change of [0, 500]) {
    panel.exogenous[0].values[target * panel.slotsPerDay] += change;
    panel.exogenous[0].values[40] += change;
    const { members } = both.predictMembers?.(both.fit(panel, target), panel, target) ?? { members: [] };
    const alone = [recent, year].map((forecaster) =>
      forecaster.predict(forecaster.fit(panel, target), panel, target),
    );
    assert.deepEqual(members, alone);
  }
});

test('panels that share with each other have what was read of the columns that are the same', () => {
  const panel = syntheticPanel(3);
  const shared = sharePanel(panel);
  let count = 0;
  const read = readOnce(pricesOf, () => ++count);
  const alike = shareWith(shared, { ...shared, exogenous: [] });
  const other = shareWith(shared, { ...shared, price: shared.price.slice() });
  assert.deepEqual(
    [shared, alike, sharePanel(alike), other, alike].map((seen) => read(seen)),
    [1, 1, 1, 2, 1],
  );
  assert.equal(read(shareWith(panel, { ...panel })), 3);
});
