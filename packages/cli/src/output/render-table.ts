import { type Cell, isIdentifier } from './cell.ts';
import type { Table } from './view.ts';

const LETTERS = new Intl.Segmenter();
const GAP = '  ';
/** A column of text is not cut below this while the others can go to a line of their own. */
const NARROWEST = 12;

interface ColumnOfCells {
  title: string;
  cells: Cell[];
  isNumeric: boolean;
  canCut: boolean;
  isIdentifier: boolean;
  /** Characters that it takes. */
  width: number;
}

/**
 * The table in lines of at most `width` characters, as far as what must not be cut leaves room; Infinity: nothing is cut. Where the columns
 * do not fit beside each other, a row has several lines, those after the first indented; identifiers, which are there to be copied, stand last.
 */
export function renderTable(table: Table, width: number): string {
  const columns = columnsOf(table);
  const bands = bandsOf(columns, width);
  const texts = [-1, ...table.rows.keys()].flatMap((row) =>
    bands.map((band, i) => (i === 0 ? '' : GAP) + lineOf(band, row)),
  );
  return texts.map((line) => line.trimEnd()).join('\n');
}

/** A record field by field, whole. */
export function renderRecord({ columns, rows: [row = []] }: Table): string {
  const shown = columns.flatMap(({ title, only }, i) =>
    only === 'csv' ? [] : [[title, row[i]?.text ?? '']],
  );
  const width = Math.max(...shown.map(([title = '']) => lengthOf(title)));
  return shown.map(([title = '', text = '']) => `${padded(title, width)}${GAP}${text}`.trimEnd()).join('\n');
}

function columnsOf({ columns, rows }: Table): ColumnOfCells[] {
  return columns.flatMap(({ title, only }, i) => {
    if (only === 'csv') return [];
    const cells = rows.flatMap((row) => row[i] ?? []);
    const texts = cells.filter(({ text }) => text !== '');
    return {
      title,
      cells,
      isNumeric: cells.length > 0 && cells.every(({ isNumber }) => isNumber),
      canCut: texts.every(({ canCut }) => canCut),
      isIdentifier: texts.length > 0 && texts.every(({ text }) => isIdentifier(text)),
      width: Math.max(lengthOf(title), ...cells.map(({ text }) => lengthOf(text))),
    };
  });
}

/** The columns of each line of a row. */
function bandsOf(columns: ColumnOfCells[], width: number): ColumnOfCells[][] {
  const whole = fitted(columns, width);
  if (widthOf(whole) <= width) return [whole];
  const inOrder = [
    ...columns.filter((column) => !column.isIdentifier),
    ...columns.filter((column) => column.isIdentifier),
  ];
  const bands: ColumnOfCells[][] = [];
  for (const column of inOrder) {
    const band = bands.at(-1);
    const room = width - (bands.length > 1 ? GAP.length : 0);
    if (band !== undefined && leastWidthOf([...band, column]) <= room) band.push(column);
    else bands.push([column]);
  }
  return bands.map((band, i) => fitted(band, width - (i === 0 ? 0 : GAP.length)));
}

function widthOf(columns: readonly ColumnOfCells[]): number {
  return columns.reduce((sum, column) => sum + column.width, GAP.length * (columns.length - 1));
}

/** Once every column of text is as narrow as it may be. */
function leastWidthOf(columns: readonly ColumnOfCells[]): number {
  return widthOf(columns.map((column) => ({ ...column, width: leastOf(column) })));
}

function leastOf({ canCut, width }: ColumnOfCells): number {
  return canCut ? Math.min(NARROWEST, width) : width;
}

/** Takes from the widest column of text, a character at a time, until the table fits or nothing can be taken. */
function fitted(columns: readonly ColumnOfCells[], width: number): ColumnOfCells[] {
  const all = columns.map((column) => ({ ...column }));
  for (let excess = widthOf(all) - width; excess > 0; excess--) {
    const [widest] = all.filter((column) => column.width > leastOf(column)).sort((a, b) => b.width - a.width);
    if (widest === undefined) break;
    widest.width--;
  }
  return all;
}

/** A row of the columns; row -1 has the titles. */
function lineOf(columns: readonly ColumnOfCells[], row: number): string {
  return columns
    .map(({ title, cells, isNumeric, width }) => {
      const text = cut(row === -1 ? title : (cells[row]?.text ?? ''), width);
      return isNumeric ? ' '.repeat(width - lengthOf(text)) + text : padded(text, width);
    })
    .join(GAP);
}

function cut(text: string, width: number): string {
  const letters = lettersOf(text);
  return letters.length > width ? `${letters.slice(0, width - 1).join('')}…` : text;
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - lengthOf(text)));
}

/** As many as a reader sees, which may be fewer than the units that text is stored in. */
export function lengthOf(text: string): number {
  return lettersOf(text).length;
}

function lettersOf(text: string): string[] {
  return Array.from(LETTERS.segment(text), ({ segment }) => segment);
}
