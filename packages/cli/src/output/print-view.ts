import type { Writable } from 'node:stream';
import { UsageError } from '../errors.ts';
import { printable, printableJson } from './printable.ts';
import { BYTE_ORDER_MARK, type CsvLocale, renderCsv } from './render-csv.ts';
import { renderRecord, renderTable } from './render-table.ts';
import { type Table, type View, recordOfData } from './view.ts';
import { wrapLine } from './wrap-text.ts';

export type Format = 'table' | 'json' | 'csv';

/** Where a view goes; `columns` is the width of a terminal, and 0 or undefined where there is none to know. */
export type Output = Writable & { columns?: number };

/** Of a drawing that goes to a file or a program. */
const DRAWING_WIDTH = 80;

/** Whether a terminal is there that shows colours, and nobody has asked for none. */
export function isColoured({ stdout, noColor }: { stdout: { isTTY?: boolean }; noColor: boolean }): boolean {
  return stdout.isTTY === true && !noColor;
}

interface FormatInputs {
  json?: true | undefined;
  csv?: true | undefined;
  csvLocale?: CsvLocale | undefined;
}

/** Who says how CSV is written wants CSV. */
export function formatOf({ json, csv, csvLocale }: FormatInputs): Format {
  const isCsv = csv === true || csvLocale !== undefined;
  if (json === true && isCsv) throw new UsageError('Choose one of --json and --csv.');
  return json === true ? 'json' : isCsv ? 'csv' : 'table';
}

export function printView(view: View, format: Format, output: Output, csvLocale?: CsvLocale): void {
  output.write(rendered(view, format, output.columns || Infinity, csvLocale));
  if (view.exitCode !== undefined) process.exitCode = view.exitCode;
}

function rendered(
  { data, head = [], table, drawing, foot = [] }: View,
  format: Format,
  width: number,
  csvLocale: CsvLocale = 'en',
): string {
  if (format === 'json') return `${printableJson(data)}\n`;
  if (format === 'csv') {
    const mark = csvLocale === 'en' ? '' : BYTE_ORDER_MARK;
    return mark + printable(renderCsv(table ?? recordOfData(data), csvLocale));
  }
  const parts = [
    sentences(head, width),
    drawing === undefined
      ? printable(table === undefined ? '' : tableText(table, width))
      : drawing(Number.isFinite(width) ? width : DRAWING_WIDTH).join('\n'),
    sentences(foot, width),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function sentences(lines: readonly string[], width: number): string {
  return printable(
    lines
      .flatMap((text) => text.split('\n'))
      .flatMap((line) => wrapLine(line, width))
      .join('\n'),
  );
}

function tableText(table: Table, width: number): string {
  if (table.isRecord === true) return renderRecord(table);
  return table.rows.length === 0 ? 'None.' : renderTable(table, width);
}
