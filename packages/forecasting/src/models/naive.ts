import { weekdayOf } from '../market/delivery-day.ts';
import type { Panel } from '../data/panel.ts';
import { type Model, InsufficientHistoryError, asOnlyMember } from './model.ts';

const MONDAY = 0;
const SATURDAY = 5;
const SUNDAY = 6;

/** The price of the same slot seven days before. */
export function createWeeklyNaive(): Model {
  return createNaive('weekly-naive', () => 7);
}

/**
 * Monday, Saturday and Sunday copy the day a week before, the other days the day before.
 * Source: Weron (2014), International Journal of Forecasting 30(4), the similar-day benchmark of section 3.8.
 */
export function createStandardNaive(): Model {
  return createNaive('standard-naive', (weekday) =>
    weekday === MONDAY || weekday === SATURDAY || weekday === SUNDAY ? 7 : 1,
  );
}

/** A slot whose price is not known there copies the nearest earlier week that has it, as far as the panel reaches. */
function createNaive(name: string, lagDaysOf: (weekday: number) => number): Model {
  return {
    name,
    minHistoryDays: 7,
    memberCount: 1,
    fit: () => ({
      predict(panel, target) {
        const lagDays = lagDaysOf(weekdayOf(panel.days[target]));
        return asOnlyMember(
          Float64Array.from({ length: panel.slotsPerDay }, (_, slot) =>
            lastKnownPrice(panel, target, slot, lagDays),
          ),
        );
      },
    }),
  };
}

function lastKnownPrice(panel: Panel, target: number, slot: number, lagDays: number): number {
  for (let lag = lagDays; lag <= target; lag = lag < 7 ? 7 : lag + 7) {
    const price = panel.price[(target - lag) * panel.slotsPerDay + slot];
    if (Number.isFinite(price)) return price;
  }
  throw new InsufficientHistoryError(
    `The naive forecast of ${panel.days[target]} finds no price of slot ${slot} on the day ${lagDays} days before or whole weeks before.`,
  );
}
