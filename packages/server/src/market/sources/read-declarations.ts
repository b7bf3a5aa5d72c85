import { readFileSync, statSync } from 'node:fs';
import { OperatorError } from '../../ground/errors.ts';
import { reasonOf } from './read-failure.ts';
import { type Declaration, parseDeclarations } from '../connectors/declared/declaration.ts';

const MOST_BYTES = 1_000_000;

/** The declared sources of a file, with the secrets that it names. Throws one OperatorError that lists every fault. */
export function readDeclarations(
  file: string,
  environment: Readonly<Record<string, string | undefined>>,
): Declaration[] {
  const text = readText(file);
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (cause) {
    throw new OperatorError(`SOURCES_FILE ${file} is no JSON document: ${reasonOf(cause)}`, { cause });
  }
  const read = parseDeclarations(document, environment);
  if (Array.isArray(read)) return read;
  const count = read.faults.length === 1 ? 'a fault' : `${read.faults.length} faults`;
  throw new OperatorError(
    `SOURCES_FILE ${file} has ${count}:\n${read.faults.map((fault) => `  ${fault}`).join('\n')}`,
  );
}

function readText(file: string): string {
  try {
    if (statSync(file).size <= MOST_BYTES) return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new OperatorError(`SOURCES_FILE ${file} cannot be read: ${reasonOf(cause)}.`, { cause });
  }
  throw new OperatorError(`SOURCES_FILE ${file} is longer than ${MOST_BYTES} bytes.`);
}
