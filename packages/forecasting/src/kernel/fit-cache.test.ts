import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticPanel } from '../../test/synthetic-panel.ts';
import { createModel } from '../models/recipe.ts';
import { BOOSTED_HOURS } from '../pipelines/members.ts';
import { createFitCache, readOnce, recentOf } from './fit-cache.ts';

test('of a column each key is computed once in a cache; a copy of the column is another column', () => {
  const cache = createFitCache();
  const [column, other] = [Float64Array.of(1, 2), Float64Array.of(1, 2)];
  const asked: string[] = [];
  const read = (values: Float64Array, key: string, sharing = cache) =>
    readOnce(sharing, values, key, () => {
      asked.push(key);
      return { key };
    });
  assert.equal(read(column, 'level'), read(column, 'level'));
  assert.notEqual(read(column, 'spread'), read(column, 'level'));
  assert.notEqual(read(other, 'level'), read(column, 'level'));
  assert.notEqual(read(column, 'level', createFitCache()), read(column, 'level'));
  assert.deepEqual(asked, ['level', 'spread', 'level', 'level']);
});

test('a result that is undefined is computed once, too', () => {
  const cache = createFitCache();
  const column = Float64Array.of(1);
  let computed = 0;
  const read = () =>
    readOnce(cache, column, 'nothing', () => {
      computed++;
      return undefined;
    });
  assert.deepEqual([read(), read(), computed], [undefined, undefined, 1]);
});

test('results of different kinds are kept apart', () => {
  const cache = createFitCache();
  recentOf<string>(cache, 'one').push('first');
  assert.deepEqual(
    [recentOf(cache, 'one'), recentOf(cache, 'other'), recentOf(createFitCache(), 'one')],
    [['first'], [], []],
  );
});

test('members that share a cache forecast as they do alone, on one panel after the other', () => {
  const quick = { ...BOOSTED_HOURS, trees: 5 };
  const [recent, year] = [createModel(quick), createModel({ ...quick, levelDays: 364, spreadDays: 364 })];
  const both = createModel({
    kind: 'weighted-mean',
    name: 'both',
    members: [
      { weight: 1, recipe: quick },
      { weight: 1, recipe: { ...quick, levelDays: 364, spreadDays: 364 } },
    ],
  });
  const cache = createFitCache();
  const target = 89;
  for (const change of [0, 500]) {
    const panel = syntheticPanel(90);
    panel.exogenous[0].values[target * panel.slotsPerDay] += change;
    panel.exogenous[0].values[40] += change;
    const { members } = both.fit(panel, target, cache).predict(panel, target);
    const alone = [recent, year].map((model) => model.fit(panel, target).predict(panel, target).combined);
    assert.deepEqual(members, alone);
  }
});
