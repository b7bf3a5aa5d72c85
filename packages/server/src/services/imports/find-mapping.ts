import { readFile } from 'node:fs/promises';
import { BUILT_IN_MAPPINGS } from '../../connectors/csv/built-in-mappings.ts';
import { type CsvMapping, columnsOf, parseMapping } from '../../connectors/csv/mapping.ts';
import { readHeader } from '../../connectors/csv/parse.ts';
import { OperatorError } from '../../errors.ts';

/** The mapping of a name or of a JSON file. */
export async function readMapping(nameOrFile: string): Promise<CsvMapping> {
  const builtIn = BUILT_IN_MAPPINGS.get(nameOrFile);
  if (builtIn !== undefined) return builtIn;
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
  return mapping;
}

/** The first built-in mapping all of whose columns a file has. */
export function recogniseMapping(text: string, file: string): CsvMapping {
  const faults: string[] = [];
  for (const [name, mapping] of BUILT_IN_MAPPINGS) {
    const header = readHeader(text, mapping.delimiter, file);
    const missing = columnsOf(mapping).filter((column) => !header.includes(column));
    if (missing.length === 0) return mapping;
    faults.push(`for ${name} it lacks ${missing.join(', ')}`);
  }
  throw new OperatorError(
    `${file} has no layout that is known by itself: ${faults.join('; ')}. ` +
      'Say with --mapping what its columns are; docs/importing.md has mappings to begin with.',
  );
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new OperatorError(`The mapping ${file} is not JSON: ${String(cause)}`, { cause });
  }
}

function builtInNames(): string {
  return [...BUILT_IN_MAPPINGS.keys()].join(', ');
}
