import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { CHOSEN_ON } from './recipe-constants.ts';
import type { ForecastingLibrary } from './variant-losses.ts';

/** A number of the library's code that shapes a forecast and is no setting of a recipe. */
export interface CodeConstant {
  /** File below the sources of the library, and the name of the constant in it. */
  file: string;
  name: string;
  meaning: string;
  unit: string;
  chosenOn: keyof typeof CHOSEN_ON;
}

const LIBRARY = fileURLToPath(new URL('../../packages/forecasting/src', import.meta.url));

/** What is left out: numbers of the calendar, and those of exactness and memory, which no forecast shows. */
export const CODE_CONSTANTS: CodeConstant[] = [
  {
    file: 'target/local-scale.ts',
    name: 'LEAST_RELATIVE_SPREAD',
    meaning: 'part of the level that is added to the spread of prices',
    unit: 'share of the level',
    chosenOn: 'before',
  },
  {
    file: 'features/day-groups.ts',
    name: 'MOST_SPREADS',
    meaning: 'changes of price signals beyond so many spreads count as these',
    unit: 'spreads',
    chosenOn: 'spain',
  },
  {
    file: 'models/boosted-hours.ts',
    name: 'LEAST_SPREAD_SHARE',
    meaning: "least spread of a day's prices, of the median of all days",
    unit: 'share of the median',
    chosenOn: 'published',
  },
  {
    file: 'models/boosted-hours.ts',
    name: 'MAX_LINEAR_ASINH',
    meaning: 'the linear forecast keeps within sinh of this many spreads',
    unit: 'asinh of spreads',
    chosenOn: 'before',
  },
  {
    file: 'features/hour-features.ts',
    name: 'MONTH_DAYS',
    meaning: 'days before a day by which its inputs are standardised',
    unit: 'days',
    chosenOn: 'before',
  },
];

/** The constant as its file defines it: a number, or a product or quotient of numbers. */
export async function definitionOf({ file, name }: CodeConstant): Promise<string> {
  const text = await readFile(path.join(LIBRARY, file), 'utf8');
  const [, definition] = definitionOfName(name).exec(text) ?? [];
  if (definition === undefined) throw new Error(`${file} defines no number ${name}.`);
  return definition;
}

/** The library from a copy of its sources in which the constant is doubled. */
export async function libraryWithDoubled(constant: CodeConstant): Promise<ForecastingLibrary> {
  const definition = await definitionOf(constant);
  const folder = await mkdtemp(path.join(tmpdir(), 'lonja-constant-'));
  await cp(LIBRARY, folder, { recursive: true, filter: (file) => !file.endsWith('.test.ts') });
  const file = path.join(folder, constant.file);
  const text = await readFile(file, 'utf8');
  const doubled = `const ${constant.name} = 2 * (${definition});`;
  await writeFile(file, text.replace(definitionOfName(constant.name), doubled));
  return import(pathToFileURL(path.join(folder, 'index.ts')).href);
}

function definitionOfName(name: string): RegExp {
  return new RegExp(`const ${name} = ([0-9 ._*/]+);`);
}
