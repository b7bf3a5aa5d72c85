import type { Writable } from 'node:stream';
import { UsageError } from '../errors.ts';
import { printable, printableJson } from './printable.ts';
import { renderCsv } from './render-csv.ts';
import { renderTable } from './render-table.ts';
import type { View } from './view.ts';

export type Format = 'table' | 'json' | 'csv';

/** Where a view goes; `columns` is the width of a terminal, and 0 or undefined where there is none to know. */
export type Output = Writable & { columns?: number };

export function formatOf({ json, csv }: { json?: true | undefined; csv?: true | undefined }): Format {
  if (json === true && csv === true) throw new UsageError('Choose one of --json and --csv.');
  return json === true ? 'json' : csv === true ? 'csv' : 'table';
}

export function printView(view: View, format: Format, output: Output): void {
  output.write(rendered(view, format, output.columns || Infinity));
}

function rendered({ data, head = [], table, foot = [] }: View, format: Format, width: number): string {
  if (format === 'json') return `${printableJson(data)}\n`;
  if (format === 'csv') {
    if (table === undefined) throw new UsageError('This command has no table; use --json.');
    return printable(renderCsv(table));
  }
  const parts = [
    head.join('\n'),
    table === undefined || table.rows.length === 0 ? '' : renderTable(table, width),
    table?.rows.length === 0 ? 'None.' : '',
    foot.join('\n'),
  ];
  return printable(`${parts.filter((part) => part !== '').join('\n\n')}\n`);
}
