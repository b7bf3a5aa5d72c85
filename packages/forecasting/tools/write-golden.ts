/**
 * Writes the golden numbers of the library, after a change that is meant to change them. A version has one set of numbers: where
 * they differ from those that it was written with, its number in package.json must be raised first. A case that is made in another way
 * gets another name.
 * Run: node packages/forecasting/tools/write-golden.ts (needs the real market data in ../shared/data).
 */
import { writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { goldenCases } from '../test/golden/cases.ts';
import {
  GOLDEN_FILE,
  type GoldenFile,
  libraryVersion,
  numbersOf,
  readGolden,
} from '../test/golden/golden-file.ts';
import { madeUpMarket } from '../test/golden/made-up-market.ts';
import { hasRealData, realGoldenCases } from '../test/golden/real-cases.ts';

if (!hasRealData) throw new Error('The real market data are needed: put them into ../shared/data.');
const numbersOfAll = (cases: ReturnType<typeof goldenCases>) =>
  Object.fromEntries(Object.entries(cases).map(([name, one]) => [name, numbersOf(one)]));
const made: GoldenFile = {
  library: libraryVersion(),
  madeUp: numbersOfAll(goldenCases(madeUpMarket())),
  real: numbersOfAll(realGoldenCases()),
};
const before = readGolden();
const changed = (['madeUp', 'real'] as const).flatMap((part) =>
  Object.entries(before[part]).flatMap(([name, numbers]) =>
    made[part][name] === undefined || isDeepStrictEqual(numbers, made[part][name]) ? [] : [name],
  ),
);
if (changed.length > 0 && before.library === made.library) {
  console.error(`Changed under version ${made.library}: ${changed.join('; ')}`);
  console.error(
    'Raise the version of @lonja/forecasting (package.json of the library and of those that use it).',
  );
  process.exitCode = 1;
} else {
  writeFileSync(GOLDEN_FILE, `${JSON.stringify(made, null, 2)}\n`);
  console.log(`Golden numbers of version ${made.library}: ${changed.length} of the cases changed.`);
}
