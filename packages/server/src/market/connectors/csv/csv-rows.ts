import { FileFault } from '../file-fault.ts';

export interface CsvRow {
  cells: string[];
  /** Line that the row begins on, counted from 1. */
  line: number;
}

const SEPARATOR_LINE = /^\uFEFF?"?sep=(.)"?(?:\r?\n|$)/i;

/**
 * The rows of a CSV text, the header among them. A cell that begins with a double quote ends at the next single one; inside,
 * two stand for one, and delimiters and line breaks belong to the cell. A byte-order mark, CRLF and empty lines are fine. A first
 * line such as `sep=;`, which spreadsheets read, names the delimiter of the file and goes before the one given.
 */
export function* csvRows(text: string, usual: string, file: string): Generator<CsvRow> {
  const named = SEPARATOR_LINE.exec(text);
  const delimiter = named?.[1] ?? usual;
  let at = named?.[0].length ?? (text.startsWith('\uFEFF') ? 1 : 0);
  let line = named === null ? 0 : 1;
  const nextLine = (): string => {
    const end = text.indexOf('\n', at);
    const stop = end < 0 ? text.length : end;
    const content = text.slice(at, text[stop - 1] === '\r' && stop > at ? stop - 1 : stop);
    at = stop + 1;
    line++;
    return content;
  };
  while (at < text.length) {
    let content = nextLine();
    const begin = line;
    if (content === '') continue;
    if (!content.includes('"')) {
      yield { cells: content.split(delimiter), line: begin };
      continue;
    }
    let cells = splitQuoted(content, delimiter);
    while (cells === undefined) {
      if (at >= text.length)
        throw new FileFault(file, begin, 'expected a closing quote, found the end of the file');
      content += `\n${nextLine()}`;
      cells = splitQuoted(content, delimiter);
    }
    yield { cells, line: begin };
  }
}

/** Cells of a row with quotes; undefined when the last quote is still open. */
function splitQuoted(content: string, delimiter: string): string[] | undefined {
  const cells: string[] = [];
  let at = 0;
  while (at <= content.length) {
    if (content[at] !== '"') {
      const end = content.indexOf(delimiter, at);
      const stop = end < 0 ? content.length : end;
      cells.push(content.slice(at, stop));
      at = stop + 1;
      continue;
    }
    const closing = closingQuote(content, at + 1);
    if (closing === undefined) return undefined;
    const end = content.indexOf(delimiter, closing);
    const stop = end < 0 ? content.length : end;
    const tail = content.slice(closing + 1, stop);
    cells.push(content.slice(at + 1, closing).replaceAll('""', '"') + tail);
    at = stop + 1;
  }
  return cells;
}

function closingQuote(content: string, from: number): number | undefined {
  for (let at = content.indexOf('"', from); at >= 0; at = content.indexOf('"', at + 2)) {
    if (content[at + 1] !== '"') return at;
  }
  return undefined;
}
