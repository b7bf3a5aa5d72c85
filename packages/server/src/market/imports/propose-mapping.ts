import { formatMadrid } from '@lonja/forecasting/market';
import type { CsvContents } from '../connectors/csv/parse.ts';
import { FileFault } from '../connectors/file-fault.ts';
import { OperatorError } from '../../ground/errors.ts';
import { findBuiltIn, parseByFirst } from './find-mapping.ts';
import { guessMapping } from './guess-mapping.ts';
import { readCsvText } from './read-csv-text.ts';

/** A value as a proposed mapping reads it. */
interface ReadRow {
  utcStart: string;
  localTime: string;
  value: number;
  series: string;
  unit: string;
  resolution: string;
}

export interface MappingProposal {
  /** The name of a ready mapping, where one reads the file. */
  name: string | undefined;
  /** A document that can be saved and used as it is. */
  mapping: object;
  /** The first values, by time. */
  rows: ReadRow[];
  /** How many there are. */
  count: number;
  /** What the file does not say, as sentences. */
  undecided: string[];
}

const SHOWN_ROWS = 10;

/** A mapping for a file, and how it reads it. Nothing is stored. Throws OperatorError where the file cannot be read. */
export async function proposeMapping(file: string): Promise<MappingProposal> {
  try {
    return proposalFor(await readCsvText(file), file);
  } catch (fault) {
    if (fault instanceof FileFault) throw new OperatorError(fault.message, { cause: fault });
    throw fault;
  }
}

function proposalFor(text: string, file: string): MappingProposal {
  const builtIn = findBuiltIn(text, file);
  if (builtIn !== undefined) {
    const { mapping, contents } = parseByFirst(text, builtIn.mappings, file);
    return { name: builtIn.name, mapping, ...rowsOf(contents), undecided: [] };
  }
  const { document, contents, undecided } = guessMapping(text, file);
  const read = rowsOf(contents);
  if (read.count === 0) throw new OperatorError(`${file} has no values that could be read.`);
  return { name: undefined, mapping: document, ...read, undecided };
}

function rowsOf({ series }: CsvContents): { rows: ReadRow[]; count: number } {
  const parts = series.flatMap((one) => one.series);
  const rows = parts
    .flatMap(({ key, unit, resolution, start, value }) =>
      Array.from(start.subarray(0, SHOWN_ROWS), (instant, i) => ({
        key,
        unit,
        resolution,
        instant,
        value: value[i],
      })),
    )
    .toSorted((a, b) => a.instant - b.instant)
    .slice(0, SHOWN_ROWS)
    .map(({ key, instant, ...row }) => ({
      utcStart: new Date(instant).toISOString().replace(':00.000Z', 'Z'),
      localTime: formatMadrid(instant),
      series: key,
      ...row,
    }));
  return { rows, count: parts.reduce((sum, { start }) => sum + start.length, 0) };
}
