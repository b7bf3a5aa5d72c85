import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface Column<Row> {
  title: string;
  /** Numbers stand right, so that their digits line up. */
  isNumber?: boolean;
  /** Left out on phones. */
  isWide?: boolean;
  cell: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  /** Says what the table is of, for those who cannot see it. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Shows a long table in a box of its own that scrolls. */
  maxHeight?: string;
}

export function DataTable<Row>({ caption, columns, rows, keyOf, maxHeight }: DataTableProps<Row>) {
  const cellClass = ({ isNumber, isWide }: Column<Row>) =>
    classNames('px-2 py-2 first:pl-0 last:pr-0', isNumber && 'tabular text-right', isWide && 'max-sm:hidden');
  return (
    <section aria-label={caption} tabIndex={0} className={classNames('relative overflow-auto', maxHeight)}>
      <table className="w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className={classNames(maxHeight !== undefined && 'sticky top-0 z-10 bg-ground')}>
          <tr className="border-b border-line text-left text-faint">
            {columns.map((column) => (
              <th key={column.title} scope="col" className={classNames(cellClass(column), 'font-medium')}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b border-line last:border-0 hover:bg-sunken">
              {columns.map((column) => (
                <td key={column.title} className={cellClass(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
