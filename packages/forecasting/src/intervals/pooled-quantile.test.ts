import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nearSlots, pooledQuantiles, sortedBySlot } from './pooled-quantile.ts';

describe('pooled quantiles', () => {
  const nine = Float64Array.from({ length: 9 }, (_, i) => i + 1);

  test('of nine values the k-th lowest is the quantile k / 10, with straight lines between', () => {
    const at = (level: number) => pooledQuantiles([{ sorted: nine, weight: 1 }], [level])[0];
    for (const [level, value] of [
      [0.1, 1],
      [0.5, 5],
      [0.9, 9],
      [0.25, 2.5],
      [0.01, 1],
      [0.99, 9],
    ]) {
      assert.ok(Math.abs(at(level) - value) < 1e-12, `${at(level)} for ${level}`);
    }
  });

  test('do not depend on which sample a value is in, nor on the scale of the weights', () => {
    const [whole] = pooledQuantiles([{ sorted: nine, weight: 1 }], [0.37]);
    const [parts] = pooledQuantiles(
      [
        { sorted: nine.filter((value) => value % 2 === 0), weight: 3 },
        { sorted: nine.filter((value) => value % 2 === 1), weight: 3 },
      ],
      [0.37],
    );
    assert.ok(Math.abs(whole - parts) < 1e-12);
  });

  test('lean to the sample with more weight', () => {
    const samples = (weight: number) => [
      { sorted: nine, weight: 1 },
      { sorted: nine.map((value) => value + 100), weight },
    ];
    assert.ok(pooledQuantiles(samples(0.1), [0.5])[0] < 10);
    assert.ok(pooledQuantiles(samples(10), [0.5])[0] > 100);
  });

  test('of several levels, in any order, are those of each level alone', () => {
    const samples = [
      { sorted: nine, weight: 1 },
      { sorted: Float64Array.of(2.5, 2.5, 7.25), weight: 1 / 3 },
    ];
    const levels = [0.5, 0.005, 0.1, 0.31, 0.3, 0.99];
    const alone = levels.map((level) => pooledQuantiles(samples, [level])[0]);
    assert.deepEqual(pooledQuantiles(samples, levels), alone);
  });

  test('of nothing are NaN', () =>
    assert.ok(Number.isNaN(pooledQuantiles([{ sorted: new Float64Array(0), weight: 1 }], [0.5])[0])));
});

describe('near slots', () => {
  test('are those of the hours around, however long a slot is', () => {
    assert.deepEqual(
      nearSlots(10, 24, 1).map(({ slot, weight }) => [slot, weight]),
      [
        [9, 0.5],
        [10, 1],
        [11, 0.5],
      ],
    );
    assert.deepEqual(
      nearSlots(40, 96, 2).map(({ slot }) => slot),
      [32, 36, 40, 44, 48],
    );
    assert.deepEqual(nearSlots(0, 1, 2), [{ slot: 0, weight: 1 }]);
  });

  test('end with the day', () =>
    assert.deepEqual(
      nearSlots(0, 24, 2).map(({ slot }) => slot),
      [0, 1, 2],
    ));
});

test('values are sorted slot by slot without the unknown and the first rows', () => {
  const values = Float64Array.of(9, 9, 5, NaN, 3, 8, 4, 7);
  assert.deepEqual(sortedBySlot(values, 2, 1), [Float64Array.of(3, 4, 5), Float64Array.of(7, 8)]);
});
