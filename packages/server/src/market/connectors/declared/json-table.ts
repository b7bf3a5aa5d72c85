import { z } from 'zod';
import { PayloadFault } from '../payload-fault.ts';

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
export function csvOfJson(text: string, { rows: place, columns }: JsonTable, what: string): string {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw new PayloadFault(`${what}: expected a JSON document`);
  }
  const rows = place === undefined ? document : valueAt(document, place);
  if (!Array.isArray(rows)) {
    throw new PayloadFault(
      `${what}: expected a list ${place === undefined ? 'as the document' : `at "${place}"`}; check "rows"`,
    );
  }
  const names = Object.keys(columns);
  const lines = rows.map((row: unknown, i) =>
    names.map((name) => cellOf(valueAt(row, columns[name]), `${what}: row ${i + 1}, "${columns[name]}"`)),
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

function cellOf(value: unknown, where: string): string {
  if (value === null) return '';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  const found = value === undefined ? 'nothing' : Array.isArray(value) ? 'a list' : typeof value;
  throw new PayloadFault(`${where}: expected a text, a number or null, found ${found}`);
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}
