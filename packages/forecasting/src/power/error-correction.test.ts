import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNormal } from '../../test/random-problem.ts';
import { type DayRecord, correctionOf, fitCorrection } from './error-correction.ts';

const SLOTS = 4;
const ORIGIN_SLOT = 2;
const DAYS = 400;
const everySlot = (value: number): number[] => Array.from({ length: SLOTS }, () => value);

/** Days predicted to be 1 in every slot, whose errors are those of the day before by `memory` and otherwise chance. */
function recordsWith(memory: number): Map<number, DayRecord> {
  const normal = createNormal(3);
  let error = 0;
  return new Map(
    Array.from({ length: DAYS }, (_, row) => {
      error = memory * error + Math.sqrt(1 - memory ** 2) * normal();
      return [row, { shares: everySlot(1 + 0.1 * error), predicted: everySlot(1) }];
    }),
  );
}

const OPTIONS = { spreads: everySlot(0.1), originSlot: ORIGIN_SLOT };
const originOf = (row: number, lead: number) => (row - lead) * SLOTS + ORIGIN_SLOT;

function meanError(records: Map<number, DayRecord>, lead: number, isCorrected: boolean): number {
  const correction = fitCorrection(records, OPTIONS);
  const rows = Array.from({ length: 200 }, (_, i) => DAYS - 200 + i);
  const errors = rows.map((row) => {
    const { shares, predicted } = records.get(row) ?? { shares: [], predicted: [] };
    const outlook = { row, origin: originOf(row, lead) };
    const moved = isCorrected ? correctionOf(correction, records, outlook, 0, predicted[0]) : 0;
    return Math.abs(shares[0] - predicted[0] - moved);
  });
  return errors.reduce((sum, error) => sum + error, 0) / errors.length;
}

test('errors that last are followed by the days after, the less the further ahead', () => {
  const records = recordsWith(0.8);
  const plain = meanError(records, 1, false);
  const [next, later] = [1, 5].map((lead) => meanError(records, lead, true));
  // An error that keeps 0.8 of itself leaves sqrt(1 - 0.8^2) = 0.6 of its size.
  assert.ok(next < 0.7 * plain, `${next} of ${plain}`);
  assert.ok(later > 0.85 * plain && later < 1.02 * plain, `${later} of ${plain}`);
});

test('errors by chance move nothing', () => {
  const records = recordsWith(0);
  const correction = fitCorrection(records, OPTIONS);
  for (const row of [DAYS - 1, DAYS - 2])
    assert.ok(
      Math.abs(correctionOf(correction, records, { row, origin: originOf(row, 1) }, 1, 1)) < 0.03,
      `row ${row}`,
    );
});

test('what is measured from the origin on has no say', () => {
  const records = recordsWith(0.8);
  const correction = fitCorrection(records, OPTIONS);
  const outlook = { row: DAYS - 1, origin: originOf(DAYS - 1, 1) };
  const later = new Map(
    [...records].map(([row, { shares, predicted }]): [number, DayRecord] => [
      row,
      { predicted, shares: Array.from(shares, (s, slot) => (row * SLOTS + slot >= outlook.origin ? 9 : s)) },
    ]),
  );
  for (let slot = 0; slot < SLOTS; slot++)
    assert.equal(
      correctionOf(correction, later, outlook, slot, 1),
      correctionOf(correction, records, outlook, slot, 1),
    );
});

test('without a newest measurement there is nothing to correct', () => {
  const correction = fitCorrection(recordsWith(0.8), OPTIONS);
  const unknown = { shares: everySlot(Number.NaN), predicted: everySlot(1) };
  const outlook = { row: 10, origin: originOf(10, 1) };
  for (const records of [new Map(), new Map([8, 9].map((row) => [row, unknown]))])
    assert.equal(correctionOf(correction, records, outlook, 1, 1), 0);
});
