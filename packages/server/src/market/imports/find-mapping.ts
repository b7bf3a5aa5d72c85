import { readFile } from 'node:fs/promises';
import { BUILT_IN_MAPPINGS } from '../connectors/csv/built-in-mappings.ts';
import { missingColumns } from '../connectors/csv/csv-table.ts';
import { type CsvMapping, columnsOf, parseMapping } from '../connectors/csv/mapping.ts';
import { type CsvContents, parseCsv } from '../connectors/csv/parse.ts';
import { FileFault } from '../connectors/payload-fault.ts';
import { OperatorError } from '../../ground/errors.ts';

/** The mapping of a JSON file, or the layouts of a built-in one. */
export async function readMappings(nameOrFile: string): Promise<CsvMapping[]> {
  const builtIn = BUILT_IN_MAPPINGS.get(nameOrFile);
  if (builtIn !== undefined) return builtIn.layouts;
  const text = await readFile(nameOrFile, 'utf8').catch((cause: unknown) => {
    throw new OperatorError(
      `There is no mapping "${nameOrFile}": it is neither a file that can be read nor one of ${builtInNames()}.`,
      { cause },
    );
  });
  const mapping = parseMapping(parseJson(text, nameOrFile));
  if ('faults' in mapping) {
    const faults = mapping.faults.map((fault) => `\n  ${fault}`).join('');
    throw new OperatorError(`The mapping ${nameOrFile} has ${mapping.faults.length} fault(s):${faults}`);
  }
  return [mapping];
}

/** The contents of a file by the first mapping that reads it. Throws the FileFault of the one that got furthest. */
export function parseByFirst(
  text: string,
  mappings: readonly CsvMapping[],
  file: string,
): { mapping: CsvMapping; contents: CsvContents } {
  let furthest: FileFault | undefined;
  for (const mapping of mappings) {
    try {
      return { mapping, contents: parseCsv(text, mapping, file) };
    } catch (fault) {
      if (!(fault instanceof FileFault)) throw fault;
      if (furthest === undefined || fault.line > furthest.line) furthest = fault;
    }
  }
  throw furthest ?? new RangeError('There is no mapping.');
}

/** The layouts of the first built-in mapping whose columns a file has. */
export function recogniseMapping(text: string, file: string): CsvMapping[] {
  const found = findBuiltIn(text, file);
  if (found !== undefined) return found.mappings;
  const faults = [...BUILT_IN_MAPPINGS]
    .filter(([, { isRecognised }]) => isRecognised)
    .map(([name, { layouts }]) => `for ${name} it lacks ${missingFrom(text, layouts[0], file).join(', ')}`);
  throw new OperatorError(
    `${file} has no layout that is known by itself: ${faults.join('; ')}. ` +
      'Say with --mapping what its columns are; lonja import csv FILE --guess proposes a mapping.',
  );
}

/** The built-in mapping whose columns a file has. */
export function findBuiltIn(
  text: string,
  file: string,
): { name: string; mappings: CsvMapping[] } | undefined {
  for (const [name, { layouts, isRecognised }] of BUILT_IN_MAPPINGS) {
    if (!isRecognised) continue;
    const mappings = layouts.filter((mapping) => missingFrom(text, mapping, file).length === 0);
    if (mappings.length > 0) return { name, mappings };
  }
  return undefined;
}

function missingFrom(text: string, mapping: CsvMapping, file: string): string[] {
  return missingColumns(text, { delimiter: mapping.delimiter, needed: columnsOf(mapping), file });
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new OperatorError(`The mapping ${file} is not JSON: ${String(cause)}`, { cause });
  }
}

/** The built-in mappings, and what their files are. */
export function listBuiltInMappings(): { name: string; summary: string }[] {
  return [...BUILT_IN_MAPPINGS].map(([name, { summary }]) => ({ name, summary }));
}

function builtInNames(): string {
  return [...BUILT_IN_MAPPINGS.keys()].join(', ');
}
