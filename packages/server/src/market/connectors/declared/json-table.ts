import { z } from 'zod';
import { type Asked, reason } from '../../../ground/reasons/reasons.ts';
import { answerFault } from '../payload-fault.ts';

const path = z
  .string()
  .regex(/^[^.]+(\.[^.]+)*$/, 'must be names with dots between them, such as data.values');

/** Where the table of a JSON document is. */
export const jsonSchema = z.strictObject({
  /** Path of the list of rows; the document itself is the list where it is left out. */
  rows: path.optional(),
  /** The path of each column within a row: of objects by their names, of lists by their places from 0. */
  columns: z
    .record(z.string().min(1), path)
    .refine((columns) => Object.keys(columns).length > 0, 'must name a column'),
});
export type JsonTable = z.infer<typeof jsonSchema>;

/** The columns of a JSON document as the text of a CSV file, so that one reader knows times, numbers and gaps. Null is a value not there. */
export function csvOfJson(text: string, { rows: place, columns }: JsonTable, what: Asked): string {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw answerFault(what, reason('expected_json_document'));
  }
  const rows = place === undefined ? document : valueAt(document, place);
  if (!Array.isArray(rows)) {
    throw answerFault(
      what,
      place === undefined ? reason('expected_list') : reason('expected_list_at', { place }),
    );
  }
  const names = Object.keys(columns);
  const lines = rows.map((row: unknown, i) =>
    names.map((name) => cellOf(valueAt(row, columns[name]), { what, row: i + 1, column: columns[name] })),
  );
  return [names, ...lines].map((cells) => cells.map(quoted).join(',')).join('\r\n') + '\r\n';
}

/** Undefined where the path leads nowhere. */
function valueAt(from: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    return Reflect.get(value, name);
  }, from);
}

function cellOf(value: unknown, { what, ...place }: { what: Asked; row: number; column: string }): string {
  if (value === null) return '';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (value === undefined) throw answerFault(what, reason('expected_cell_found_nothing', place));
  const found = Array.isArray(value) ? 'array' : typeof value;
  throw answerFault(what, reason('expected_cell', { ...place, found }));
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}
