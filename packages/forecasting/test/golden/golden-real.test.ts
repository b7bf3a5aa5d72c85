import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numbersOf, readGolden } from './golden-file.ts';
import { hasRealData, realGoldenCases } from './real-cases.ts';

const golden = readGolden();

for (const [name, goldenCase] of Object.entries(realGoldenCases())) {
  test(
    `the same to the last bit: ${name}`,
    { skip: hasRealData ? false : 'needs the real market data in ../shared/data' },
    () => assert.deepEqual(numbersOf(goldenCase), golden.real[name]),
  );
}
