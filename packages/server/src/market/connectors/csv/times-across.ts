import { reason } from '../../../ground/reasons/reasons.ts';
import { FileFault } from '../payload-fault.ts';
import { type CsvRow, csvRows, type CsvTable, quoted, requireOnce } from './csv-table.ts';

/** A table on its side: a row for each series, and times as the names of its columns. */
export interface TimesAcross {
  line: number;
  /** The first of the times, as it is written. */
  first: string;
  steps: 'within-day' | 'days' | 'months-or-years';
  /** What stands ahead of the rows below the times. */
  names: string[];
}

const DELIMITERS = [',', ';', '\t'];
const MOST_ROWS = 60;
const FEWEST_TIMES = 2;
/** Sums and notes may stand beside the times. */
const SHARE = 0.6;
const DAY = String.raw`\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}`;
const CLOCK = new RegExp(String.raw`^${DAY}[T ]\d{1,2}:\d{2}`);
const WHOLE_DAY = new RegExp(String.raw`^${DAY}$`);
const TIME = new RegExp(String.raw`^(?:${DAY}(?:[T ].*)?|\d{1,2}[-/]\d{4}|\d{4}[-/]\d{1,2}|(?:19|20)\d{2})$`);

/** What a table that lies on its side has, undefined where there is none among the first rows. */
export function findTimesAcross(text: string, file: string): TimesAcross | undefined {
  const found = findRows(text, DELIMITERS, file);
  if (found === undefined) return undefined;
  const { header, below } = found;
  const first = trimmed(header).find((cell) => TIME.test(cell)) ?? '';
  const steps = CLOCK.test(first) ? 'within-day' : WHOLE_DAY.test(first) ? 'days' : 'months-or-years';
  return { line: header.line, first, steps, names: below.map(({ cells }) => cells[0].trim()) };
}

/**
 * A table that lies on its side, turned: a row for each time, in a column called as `column` says, and a column for each row, called as
 * its first cell is. Throws FileFault where there is none, or where rows that are needed are not there.
 */
export function turnedTable(
  text: string,
  {
    delimiter,
    column,
    needed,
    file,
  }: { delimiter: string; column: string; needed: readonly string[]; file: string },
): CsvTable {
  const found = findRows(text, [delimiter, ...DELIMITERS], file);
  if (found === undefined) {
    throw new FileFault(file, 1, reason('lacks_times_across'));
  }
  const { above, header, below } = found;
  const named = below.filter(({ cells }) => cells[0].trim() !== '');
  const names = named.map(({ cells }) => cells[0].trim());
  const missing = needed.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw new FileFault(
      file,
      header.line,
      reason('lacks_rows', { missing: quoted(missing), found: quoted(names) }),
    );
  }
  requireOnce(names, needed, { file, line: header.line });
  const times = header.cells.slice(1);
  return {
    header: [column, ...names],
    headerLine: header.line,
    rows: times.map((time, i) => ({
      cells: [time, ...named.map(({ cells }) => cells[i + 1] ?? '')],
      line: header.line,
    })),
    above: above.map(({ cells }) => cells.join(' ')),
    blank: below.length - named.length,
    endsWithLine: true,
  };
}

function findRows(text: string, delimiters: readonly string[], file: string) {
  for (const delimiter of delimiters) {
    const rows = [...csvRows(text, delimiter, file)];
    const at = rows.slice(0, MOST_ROWS).findIndex(hasTimes);
    if (at >= 0) return { above: rows.slice(0, at), header: rows[at], below: rows.slice(at + 1) };
  }
  return undefined;
}

function hasTimes(row: CsvRow): boolean {
  const [name, ...others] = trimmed(row);
  const times = others.filter((cell) => TIME.test(cell));
  const filled = others.filter((cell) => cell !== '');
  return !/\d/.test(name) && times.length >= FEWEST_TIMES && times.length >= SHARE * filled.length;
}

function trimmed({ cells }: CsvRow): string[] {
  return cells.map((cell) => cell.trim());
}
