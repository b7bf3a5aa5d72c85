import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { christoffersenTest } from './christoffersen.ts';
import { kupiecTest } from './kupiec.ts';

/** i for inside, o for outside. */
function hits(text: string): boolean[] {
  return Array.from(text, (letter) => letter === 'i');
}

function assertClose(actual: number, expected: number, tolerance = 1e-10): void {
  assert.ok(
    Math.abs(actual - expected) <= tolerance * Math.max(1, Math.abs(expected)),
    `${actual} is not ${expected}`,
  );
}

describe("Kupiec's test", () => {
  test('the closed form: 3 of 4 inside where half is claimed', () => {
    const { statistic, p } = kupiecTest(hits('iiio'), 0.5);
    assertClose(statistic, 2 * (3 * Math.log(0.75) + Math.log(0.25) - 4 * Math.log(0.5)));
    assert.ok(p > 0.29 && p < 0.31);
  });
  test('what is claimed is what is found: statistic 0, p = 1', () =>
    assert.deepEqual(kupiecTest(hits('iiiio'), 0.8), { statistic: 0, p: 1 }));
  test('the order does not matter', () =>
    assert.deepEqual(kupiecTest(hits('oiiioi'), 0.8), kupiecTest(hits('iiiioo'), 0.8)));
  test('inside and outside may be exchanged with the claim', () => {
    const mirrored = kupiecTest(hits('ooiooo'), 0.2);
    assertClose(mirrored.statistic, kupiecTest(hits('iioiii'), 0.8).statistic);
  });
  test('all inside and all outside give numbers', () => {
    assertClose(kupiecTest(hits('iiiii'), 0.8).statistic, -10 * Math.log(0.8));
    assertClose(kupiecTest(hits('ooooo'), 0.8).statistic, -10 * Math.log(0.2));
  });
  test('the 5 % point of 728 days of an 80 % interval lies 21 days off', () => {
    const shifted = (inside: number) =>
      kupiecTest(hits('i'.repeat(inside) + 'o'.repeat(728 - inside)), 0.8).p;
    assert.ok(shifted(582 + 20) > 0.05 && shifted(582 + 22) < 0.05);
  });
  test('no period and a claim outside (0, 1) are refused', () => {
    assert.throws(() => kupiecTest([], 0.8), RangeError);
    assert.throws(() => kupiecTest([true], 1), RangeError);
    assert.throws(() => kupiecTest([true], NaN), RangeError);
  });
});

describe("Christoffersen's tests", () => {
  test('the closed form of i i o o i', () => {
    // Transitions: in to in 1, in to out 1, out to out 1, out to in 1: a chain of even odds, as the constant has.
    const { independence, conditionalCoverage } = christoffersenTest(hits('iiooi'), 0.8);
    assertClose(independence.statistic, 0);
    const claimed = 2 * Math.log(0.8) + 2 * Math.log(0.2);
    assertClose(conditionalCoverage.statistic, 2 * (4 * Math.log(0.5) - claimed));
  });
  test("conditional coverage is independence plus Kupiec's statistic of all periods but the first", () => {
    const sample = hits('iioiiiooiiiioiiioooiiiiii');
    const { independence, conditionalCoverage } = christoffersenTest(sample, 0.8);
    const kupiec = kupiecTest(sample.slice(1), 0.8);
    assertClose(conditionalCoverage.statistic, independence.statistic + kupiec.statistic);
  });
  test('misses in one block are found where their number is right', () => {
    const block = hits('i'.repeat(80) + 'o'.repeat(20));
    assert.ok(kupiecTest(block, 0.8).p > 0.99);
    assert.ok(christoffersenTest(block, 0.8).independence.p < 1e-9);
  });
  test('misses that keep their distance are found as well', () =>
    assert.ok(christoffersenTest(hits('iiiio'.repeat(30)), 0.8).independence.p < 1e-3));
  test('inside and outside may be exchanged with the claim', () => {
    const sample = hits('iioiiiooiiiioiiioooiiiiii');
    const mirrored = christoffersenTest(
      sample.map((isInside) => !isInside),
      0.2,
    );
    const straight = christoffersenTest(sample, 0.8);
    assertClose(mirrored.independence.statistic, straight.independence.statistic);
    assertClose(mirrored.conditionalCoverage.statistic, straight.conditionalCoverage.statistic);
  });
  test('where nothing is ever missed independence cannot be doubted', () => {
    assert.deepEqual(christoffersenTest(hits('iiiiii'), 0.8).independence, { statistic: 0, p: 1 });
    assert.deepEqual(christoffersenTest(hits('oooooo'), 0.8).independence, { statistic: 0, p: 1 });
  });
  test('one period alone is refused', () => assert.throws(() => christoffersenTest([true], 0.8), RangeError));
});
