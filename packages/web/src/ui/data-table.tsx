import type { ReactNode } from 'react';
import { useIsWide } from '../layout/use-is-wide.ts';
import { classNames } from './class-names.ts';

export interface Column<Row> {
  title: string;
  /** Numbers stand right, so that their digits line up. */
  isNumber?: boolean;
  /** On phones behind the others, which are in sight without a scroll. */
  isWide?: boolean;
  cell: (row: Row) => ReactNode;
}

/** The column that says what a row is of stays in sight. */
const FIRST =
  'max-md:first:sticky max-md:first:left-0 max-md:first:z-1 max-md:first:max-w-48 max-md:first:bg-(--surface) max-md:first:pr-3';

interface DataTableProps<Row> {
  /** Says what the table is of, for those who cannot see it. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Shows a long table in a box of its own that scrolls. */
  maxHeight?: string;
}

/** A table as wide as it needs: where the window is narrower it scrolls under its first column, with a shadow where it goes on. */
export function DataTable<Row>({ caption, columns, rows, keyOf, maxHeight }: DataTableProps<Row>) {
  const isWide = useIsWide();
  const ordered = isWide
    ? columns
    : columns.toSorted((a, b) => Number(a.isWide ?? 0) - Number(b.isWide ?? 0));
  const cellClass = ({ isNumber }: Column<Row>) =>
    classNames('px-2 py-2 first:pl-0 last:pr-0 max-md:max-w-56', FIRST, isNumber && 'tabular text-right');
  return (
    <section
      aria-label={caption}
      tabIndex={0}
      className={classNames('scroll-shadow relative overflow-auto', maxHeight)}
    >
      <table className="w-full text-sm max-md:w-max max-md:min-w-full">
        <caption className="sr-only">{caption}</caption>
        <thead className={classNames(maxHeight !== undefined && 'sticky top-0 z-10 bg-(--surface)')}>
          <tr className="border-b border-line text-left text-faint">
            {ordered.map((column) => (
              <th key={column.title} scope="col" className={classNames(cellClass(column), 'font-medium')}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b border-line last:border-0 hover:bg-sunken">
              {ordered.map((column) => (
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
