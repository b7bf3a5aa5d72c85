import { weekdayOf } from '../calendar/delivery-day.ts';
import type { Panel } from '../series/panel.ts';
import type { Forecaster } from './forecaster.ts';
import { InsufficientHistoryError } from './insufficient-history-error.ts';

/** What a naive model learns: which earlier day each target day copies. */
export interface NaiveFit {
  lagDays: number;
}

const MONDAY = 0;
const SATURDAY = 5;
const SUNDAY = 6;

/** The price of the same slot seven days before. */
export function createWeeklyNaive(): Forecaster<NaiveFit> {
  return createNaive('weekly-naive', () => 7);
}

/**
 * Monday, Saturday and Sunday copy the day a week before, the other days the day before.
 * Source: Weron (2014), International Journal of Forecasting 30(4), section 3.8.2 ("naive #1").
 */
export function createStandardNaive(): Forecaster<NaiveFit> {
  return createNaive('standard-naive', (weekday) =>
    weekday === MONDAY || weekday === SATURDAY || weekday === SUNDAY ? 7 : 1,
  );
}

/** A slot whose price is not known copies the same slot a further week back, as far as the panel reaches. */
function createNaive(name: string, lagOfWeekday: (weekday: number) => number): Forecaster<NaiveFit> {
  return {
    name,
    minHistoryDays: 7,
    fit: (panel, target) => ({ lagDays: lagOfWeekday(weekdayOf(panel.days[target])) }),
    predict(fitted, panel, target) {
      return Float64Array.from({ length: panel.slotsPerDay }, (_, slot) =>
        lastKnownPrice(panel, target, slot, fitted.lagDays),
      );
    },
  };
}

function lastKnownPrice(panel: Panel, target: number, slot: number, firstLagDays: number): number {
  for (let row = target - firstLagDays; row >= 0; row = nextSource(row, target)) {
    const price = panel.price[row * panel.slotsPerDay + slot];
    if (Number.isFinite(price)) return price;
  }
  throw new InsufficientHistoryError(
    `No price is known for slot ${slot} on the day ${firstLagDays} days before ${panel.days[target]} or on the same weekday of earlier weeks.`,
  );
}

/** From yesterday to a week before the target; from there back week by week. */
function nextSource(row: number, target: number): number {
  return target - row < 7 ? target - 7 : row - 7;
}
