import type { CsvRow } from './csv-rows.ts';
import type { KnownTime } from './csv-time.ts';

/** Length of the periods of a day. */
export type Step = 'PT15M' | 'PT1H';

/** Where a row is in time. */
export interface RowTime extends KnownTime {
  row: CsvRow;
  /** The length of the period, where the row itself says it. */
  step?: Step | undefined;
}

/** Reads from the rows of a file when their periods are. */
export interface StartReader {
  /** Throws FileFault. */
  read(row: CsvRow): void;
  /**
   * The instants that the rows name, in their order: the start of each period, or the end where the mapping says so. Throws FileFault
   * where the file as a whole contradicts the mapping.
   */
  finish(): RowTime[];
}
