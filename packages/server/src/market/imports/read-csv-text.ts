import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { decodeText } from '../connectors/csv/decode-text.ts';
import { FileFault } from '../connectors/file-fault.ts';
import { OperatorError } from '../../ground/errors.ts';
import { reasonOf } from '../sources/read-failure.ts';

/** The text of a CSV file, plain or gzip. */
export async function readCsvText(file: string): Promise<string> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw new OperatorError(`The file ${file} cannot be read: ${reasonOf(cause)}.`, { cause });
  });
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isGzip) return decodeText(bytes, file);
  const unpacked = await promisify(gunzip)(bytes).catch((cause: unknown) => {
    throw new FileFault(file, 1, `expected a whole gzip file, but ${reasonOf(cause)}`);
  });
  return decodeText(unpacked, file);
}
