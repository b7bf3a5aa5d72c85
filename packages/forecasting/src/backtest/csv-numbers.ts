import { BacktestInputError } from './backtest-input-error.ts';
import type { CsvTable } from './csv-table.ts';

/** Beyond this no price, load or power is meant, and sums of squares would lose their figures. */
const LARGEST = 1e12;

const DECIMAL_NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const WITH_COMMA = /^[+-]?[\d.]*,\d+$/;
const WITH_POINT = /^[+-]?\d*\.\d+$/;
/** `1.234` is twelve hundred in one country and one and a bit in another. */
const THOUSANDS = /^[+-]?\d{1,3}(\.\d{3})+$/;

/** Where a number stands, for messages. */
export interface CellPlace {
  name: string;
  line: number;
}

/** Reads a cell that is not empty; throws BacktestInputError. */
export type ReadNumber = (cell: string, place: CellPlace) => number;

export function isNumber(cell: string): boolean {
  return DECIMAL_NUMBER.test(cell);
}

/**
 * How the numbers of a table are read: with a decimal point, or with a decimal comma where columns are not separated by commas and
 * a number has one. What can be read in two ways is a BacktestInputError. O(cells).
 */
export function numberReader({ rows, delimiter }: CsvTable): ReadNumber {
  if (delimiter === ',') return readWithPoint;
  const numbers = rows.flatMap(({ cells }) => cells.slice(1));
  if (numbers.some((cell) => WITH_COMMA.test(cell))) return readWithComma;
  const pointed = numbers.filter((cell) => WITH_POINT.test(cell));
  if (pointed.length > 0 && pointed.every((cell) => THOUSANDS.test(cell))) {
    throw new BacktestInputError(
      `"${pointed[0]}" may be a thousand or a decimal fraction; write the numbers without signs between thousands.`,
    );
  }
  return readWithPoint;
}

const readWithPoint: ReadNumber = (cell, { name, line }) => {
  const value = Number(cell);
  if (!DECIMAL_NUMBER.test(cell)) {
    throw new BacktestInputError(`Line ${line}: "${cell}" in column "${name}" is not a number.`);
  }
  if (Math.abs(value) > LARGEST) {
    throw new BacktestInputError(`Line ${line}: "${cell}" in column "${name}" is beyond ${LARGEST}.`);
  }
  return value;
};

const readWithComma: ReadNumber = (cell, place) => {
  if (cell.includes('.')) {
    throw new BacktestInputError(
      `Line ${place.line}: "${cell}" in column "${place.name}" has a point where the file has decimal commas; ` +
        'write the numbers without signs between thousands.',
    );
  }
  return readWithPoint(cell.replace(',', '.'), place);
};
