import type { Table } from './view.ts';

const LETTERS = new Intl.Segmenter();
const GAP = '  ';
/** A column of text is not cut below this. */
const NARROWEST = 8;

/** The table in lines of at most `width` characters, as long as what must not be cut leaves room; Infinity: nothing is cut. */
export function renderTable({ titles, rows }: Table, width: number): string {
  const isNumeric = titles.map((_, i) => rows.length > 0 && rows.every((row) => row[i]?.isNumber ?? true));
  const canCut = titles.map((_, i) =>
    rows.every((row) => row[i] === undefined || row[i].canCut || row[i].text === ''),
  );
  const natural = titles.map((title, i) =>
    Math.max(lengthOf(title), ...rows.map((row) => lengthOf(row[i]?.text ?? ''))),
  );
  const widths = fitted(natural, canCut, width - GAP.length * (titles.length - 1));
  const line = (texts: string[]) =>
    texts
      .map((text, i) => aligned(text, widths[i] ?? 0, isNumeric[i] ?? false))
      .join(GAP)
      .trimEnd();
  return [titles, ...rows.map((row) => row.map(({ text }) => text))].map(line).join('\n');
}

/** Takes from the widest column of text, a character at a time, until the table fits or nothing can be taken. */
function fitted(natural: number[], canCut: boolean[], width: number): number[] {
  const widths = [...natural];
  let excess = widths.reduce((sum, each) => sum + each, 0) - width;
  while (excess > 0) {
    const widest = Math.max(...widths.filter((_, i) => canCut[i]), 0);
    if (widest <= NARROWEST) break;
    widths[widths.findIndex((each, i) => each === widest && canCut[i])] = widest - 1;
    excess--;
  }
  return widths;
}

function aligned(text: string, width: number, isNumeric: boolean): string {
  const letters = lettersOf(text);
  const shown = letters.length > width ? `${letters.slice(0, width - 1).join('')}…` : text;
  const padding = ' '.repeat(Math.max(0, width - lengthOf(shown)));
  return isNumeric ? padding + shown : shown + padding;
}

/** As many as a reader sees, which may be fewer than the units that text is stored in. */
export function lengthOf(text: string): number {
  return lettersOf(text).length;
}

function lettersOf(text: string): string[] {
  return Array.from(LETTERS.segment(text), ({ segment }) => segment);
}
