import type { CsvRow } from './csv-rows.ts';
import type { KnownTime } from './csv-time.ts';

/** Reads from the rows of a file when their periods are. */
export interface StartReader {
  /** The instant that the row names: the start of its period, or the end where the mapping says so. Throws FileFault. */
  read(row: CsvRow): KnownTime;
  /** After the last row. Throws FileFault where the file as a whole contradicts the mapping. */
  finish(): void;
}
