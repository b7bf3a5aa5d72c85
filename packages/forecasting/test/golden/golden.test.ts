import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goldenCases } from './cases.ts';
import { libraryVersion, numbersOf, readGolden } from './golden-file.ts';
import { madeUpMarket } from './made-up-market.ts';

const CHANGED =
  'The numbers of the library have changed. If that is meant, raise its version and run ' +
  '"node packages/forecasting/tools/write-golden.ts".';

const golden = readGolden();
const cases = goldenCases(madeUpMarket());

test('the golden numbers are those of this version, one for each case', () => {
  assert.equal(golden.library, libraryVersion(), 'Run "node packages/forecasting/tools/write-golden.ts".');
  assert.deepEqual(Object.keys(golden.madeUp), Object.keys(cases));
});

for (const [name, goldenCase] of Object.entries(cases)) {
  test(`the same to the last bit: ${name}`, () => {
    assert.deepEqual(numbersOf(goldenCase), golden.madeUp[name], CHANGED);
  });
}
