import { csvRows } from './csv-rows.ts';

/** A table on its side: a row for each series, and times as the names of its columns. */
export interface TimesAcross {
  line: number;
  /** The first of the times, as it is written. */
  first: string;
  /** Whether the times are hours or shorter; days, months and years otherwise. */
  hasClock: boolean;
}

const DELIMITERS = [',', ';', '\t'];
const MOST_ROWS = 60;
const FEWEST_TIMES = 2;
/** Sums and notes may stand beside the times. */
const SHARE = 0.8;
const DAY = String.raw`\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}`;
const CLOCK = new RegExp(String.raw`^${DAY}[T ]\d{1,2}:\d{2}`);
const TIME = new RegExp(String.raw`^(?:${DAY}(?:[T ].*)?|\d{1,2}[-/]\d{4}|\d{4}[-/]\d{1,2}|(?:19|20)\d{2})$`);

/** The row of times of a table that lies on its side, undefined where there is none among the first rows. */
export function findTimesAcross(text: string, file: string): TimesAcross | undefined {
  for (const delimiter of DELIMITERS) {
    let count = 0;
    for (const { line, cells } of csvRows(text, delimiter, file)) {
      const [name, ...others] = cells.map((cell) => cell.trim());
      const times = others.filter((cell) => TIME.test(cell));
      const filled = others.filter((cell) => cell !== '');
      if (!/\d/.test(name) && times.length >= FEWEST_TIMES && times.length >= SHARE * filled.length) {
        return { line, first: times[0], hasClock: CLOCK.test(times[0]) };
      }
      if (++count === MOST_ROWS) break;
    }
  }
  return undefined;
}
