import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Rows, planRevisions } from './plan-revisions.ts';

function rows(...list: [start: number, value: number, availableAt: number][]): Rows {
  return {
    start: Float64Array.from(list, ([start]) => start),
    value: Float64Array.from(list, ([, value]) => value),
    availableAt: Float64Array.from(list, ([, , availableAt]) => availableAt),
  };
}

function planned(known: Rows, incoming: Rows) {
  const { start, value, availableAt, revision, inserted, corrected, unchanged } = planRevisions(
    known,
    incoming,
  );
  const written = Array.from(start, (at, i) => [at, value[i], availableAt[i], revision[i]]);
  return { written, counts: [inserted, corrected, unchanged] };
}

test('a period that is not known becomes revision 1', () => {
  assert.deepEqual(planned(rows([2, 5, 0]), rows([1, 7, 0], [3, 8, 0])), {
    written: [
      [1, 7, 0, 1],
      [3, 8, 0, 1],
    ],
    counts: [2, 0, 0],
  });
});

test('the latest value again writes nothing', () => {
  assert.deepEqual(planned(rows([1, 5, 0], [1, 6, 1]), rows([1, 6, 9])).counts, [0, 0, 1]);
});

test('another value is the next revision, in force from its own availability', () => {
  assert.deepEqual(planned(rows([1, 5, 0], [1, 6, 4]), rows([1, 7, 5])).written, [[1, 7, 5, 3]]);
});

test('an older revision that is loaded late does not push out the newer one', () => {
  assert.deepEqual(planned(rows([1, 5, 0], [1, 6, 4]), rows([1, 7, 2])).written, [[1, 7, 2, 3]]);
  assert.deepEqual(planned(rows([1, 5, 0], [1, 7, 2], [1, 6, 4]), rows([1, 7, 2])).counts, [0, 0, 1]);
});

test('that the value in force next was known earlier is no news', () => {
  assert.deepEqual(planned(rows([1, 5, 0], [1, 6, 4]), rows([1, 6, 2])).counts, [0, 0, 1]);
  assert.deepEqual(planned(rows([1, 5, 3]), rows([1, 5, 0])).counts, [0, 0, 1]);
});

test('rows of equal availability are in force in the order in which they were loaded', () => {
  assert.deepEqual(planned(rows([1, 5, 0], [1, 6, 3]), rows([1, 7, 0])).written, [[1, 7, 0, 3]]);
});

test('a value that comes back later is a further revision', () => {
  assert.deepEqual(planned(rows([1, 5, 0], [1, 6, 4]), rows([1, 5, 8])).written, [[1, 5, 8, 3]]);
});

test('a superseded value of the same availability is not taken for a correction', () => {
  assert.deepEqual(planned(rows([1, 5, 0], [1, 6, 0]), rows([1, 5, 0])).counts, [0, 0, 1]);
});

test('several vintages of one period are stored once, however often they are loaded', () => {
  const vintages = rows([1, 5, 0], [1, 5, 1], [1, 6, 2], [1, 7, 3], [2, 9, 0]);
  const first = planRevisions(rows(), vintages);
  assert.deepEqual([first.inserted, first.corrected, first.unchanged], [2, 2, 1]);
  assert.deepEqual([...first.revision], [1, 2, 3, 1]);
  assert.deepEqual(planned(first, vintages).counts, [0, 0, 5]);
});
