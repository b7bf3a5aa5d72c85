import type { BeyondCleared, ForecastRun } from '@lonja/client';
import { decimal, plain } from './cell.ts';
import { deliveryDay } from './madrid-time.ts';
import { type Column, csvOnly, tableOnly } from './view.ts';

interface Marked {
  beyond_cleared?: BeyondCleared;
}

const PRICES = ['value', 'p10', 'p90'] as const;
const SIDES = [
  ['below', 'lowest'],
  ['above', 'highest'],
] as const;

/** Columns of what lies beyond anything cleared, as the service's CSV has it; people see one only where there is something. */
export function beyondColumns(points: readonly Marked[]): Record<string, Column<Marked>> {
  const cellOf = ({ beyond_cleared: marks }: Marked) =>
    plain(
      PRICES.flatMap((name) => (marks?.[name] === undefined ? [] : [`${name} ${marks[name]}`])).join('; '),
    );
  return {
    ...(points.some(({ beyond_cleared: marks }) => marks !== undefined) && {
      'beyond cleared': tableOnly(cellOf),
    }),
    beyond_cleared: csvOnly(cellOf),
  };
}

/** What the marks of some points mean: a sentence for each side that has one. */
export function beyondNotes(
  points: readonly Marked[],
  { cleared_extremes: extremes, unit }: Pick<ForecastRun, 'cleared_extremes' | 'unit'>,
): string[] {
  if (extremes === null) return [];
  return SIDES.flatMap(([side, extreme]) => {
    const marked = points.filter(({ beyond_cleared: marks }) => Object.values(marks ?? {}).includes(side));
    if (marked.length === 0) return [];
    const { time, value } = extremes[extreme];
    const periods = marked.length === 1 ? '1 period' : `${marked.length} periods`;
    return [
      `${periods} with a point or bound ${side} anything cleared: ${extreme} was ${decimal(value, 2)} ${unit} on ${deliveryDay(Date.parse(time))}.`,
    ];
  });
}
