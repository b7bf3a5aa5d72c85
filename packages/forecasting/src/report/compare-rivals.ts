import { type DieboldMarianoResult, dieboldMariano } from '../metrics/diebold-mariano.ts';
import { type GiacominiWhiteResult, giacominiWhite } from '../metrics/giacomini-white.ts';
import { neweyWestLag } from '../metrics/long-run-variance.ts';
import { lossesByDay } from '../metrics/losses.ts';
import { meanAbsoluteError } from '../metrics/mean-absolute-error.ts';
import {
  type MultivariateDieboldMarianoResult,
  multivariateDieboldMariano,
} from '../metrics/multivariate-diebold-mariano.ts';
import { relativeMae } from '../metrics/relative-mae.ts';
import { rootMeanSquaredError } from '../metrics/root-mean-squared-error.ts';
import { type ReportTable, dayOf, groupTable, slotOf } from './table.ts';

/** Tests whose p values hold for many days are left out on fewer. */
export const FEWEST_TEST_DAYS = 30;

/** The model held against one rival; in every test the model comes first, so negative statistics favour it. */
export interface Comparison {
  rival: string;
  rivalMae: number;
  rivalRmse: number;
  /** MAE of the model over that of the rival; null where only the rival is exact. */
  relativeMae: number | null;
  /** Of whole days; null on fewer than 30 days. */
  days: {
    absolute: MultivariateDieboldMarianoResult;
    squared: MultivariateDieboldMarianoResult;
    /** On the L1 norm of the day's errors. */
    conditional: GiacominiWhiteResult;
  } | null;
  /** Of each slot of the day alone, on absolute errors; slots with fewer than 30 periods are left out. */
  slots: { slot: string; dieboldMariano: DieboldMarianoResult; giacominiWhite: GiacominiWhiteResult }[];
}

export function compareRivals(table: ReportTable): Comparison[] {
  const { periods, rivals } = table;
  const actual = periods.map((period) => period.actual);
  const value = periods.map((period) => period.value);
  return rivals.map(({ name, values }, i) => ({
    rival: name,
    rivalMae: meanAbsoluteError(values, actual),
    rivalRmse: rootMeanSquaredError(values, actual),
    relativeMae: relativeMae(value, values, actual),
    days: compareDays(table, i),
    slots: compareSlots(table, i),
  }));
}

function compareDays({ periods, rivals }: ReportTable, rival: number): Comparison['days'] {
  const days = periods.map(dayOf);
  if (new Set(days).size < FEWEST_TEST_DAYS) return null;
  const actual = periods.map((period) => period.actual);
  const value = periods.map((period) => period.value);
  const { values } = rivals[rival];
  return {
    absolute: multivariateDieboldMariano(value, values, actual, { days, norm: 1 }),
    squared: multivariateDieboldMariano(value, values, actual, { days, norm: 2 }),
    conditional: giacominiWhite(
      lossesByDay(value, actual, { days, norm: 1 }),
      lossesByDay(values, actual, { days, norm: 1 }),
    ),
  };
}

function compareSlots(table: ReportTable, rival: number): Comparison['slots'] {
  const slots = [...groupTable(table, slotOf)].sort(([a], [b]) => (a < b ? -1 : 1));
  return slots.flatMap(([slot, { periods, rivals }]) => {
    if (periods.length < FEWEST_TEST_DAYS) return [];
    const own = periods.map(({ value, actual }) => Math.abs(value - actual));
    const other = periods.map(({ actual }, i) => Math.abs(rivals[rival].values[i] - actual));
    const lag = neweyWestLag(periods.length);
    return [
      {
        slot,
        dieboldMariano: dieboldMariano(own, other, { lag }),
        giacominiWhite: giacominiWhite(own, other),
      },
    ];
  });
}
