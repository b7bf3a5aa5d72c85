import { type DeliveryDay, localHourOf, weekdayOf } from '../market/delivery-day.ts';
import { commonPeriods, meanChange } from './changes.ts';
import { isPeakHour, meanOf } from './price-summary.ts';

/** A delivery hour, or a quarter of one, with a price or a forecast, EUR/MWh. */
export interface ValuedHour {
  start: number;
  value: number;
}

/** What a trader reads off a day first. EUR/MWh. */
export interface FiguresOfDay {
  /** Mean of all periods. */
  base: number;
  /** Mean of 08:00-20:00 from Monday to Friday; null on other days. */
  peak: number | null;
  /** The highest minus the lowest period. */
  spread: number;
  /** The lowest periods, the lowest first; of equal ones the earlier. */
  cheapest: ValuedHour[];
  /** The highest periods, the highest first; of equal ones the earlier. */
  dearest: ValuedHour[];
  /** Quarters count a quarter each. */
  negativeHours: number;
}

/** How a forecast differs from the one before on the periods of both. EUR/MWh, newer minus older. */
export interface ForecastChange {
  /** Quarters count a quarter each. */
  hours: number;
  mean: number;
  meanAbsolute: number;
  /** Of the period that changed most, with its sign. */
  largest: ValuedHour;
  /** The same of the bounds: of two that changed as much the lower one. */
  largestBound: ValuedHour;
}

/** A forecast with its bounds, EUR/MWh. */
interface BoundedHour extends ValuedHour {
  p10: number;
  p90: number;
}

/** Cheapest and dearest hours, or quarters, that are named. */
export const SHOWN_HOURS = 3;

/** `hours` are of one length, of which there are `periodsPerHour`. Undefined for a day without any. */
export function figuresOfDay(
  day: DeliveryDay,
  hours: readonly ValuedHour[],
  periodsPerHour = 1,
): FiguresOfDay | undefined {
  if (hours.length === 0) return undefined;
  const rising = hours.toSorted((a, b) => a.value - b.value || a.start - b.start);
  const falling = hours.toSorted((a, b) => b.value - a.value || a.start - b.start);
  const peak = hours.filter(({ start }) => isPeakHour(weekdayOf(day), localHourOf(start)));
  return {
    base: meanOf(hours.map(({ value }) => value)),
    peak: peak.length === 0 ? null : meanOf(peak.map(({ value }) => value)),
    spread: falling[0].value - rising[0].value,
    cheapest: rising.slice(0, SHOWN_HOURS),
    dearest: falling.slice(0, SHOWN_HOURS),
    negativeHours: hours.filter(({ value }) => value < 0).length / periodsPerHour,
  };
}

/** How a forecast differs from the one before, both in order of time; undefined where no period is in both. */
export function forecastChange(
  newer: readonly BoundedHour[],
  older: readonly BoundedHour[],
  periodsPerHour = 1,
): ForecastChange | undefined {
  const periods = commonPeriods(older, newer);
  if (periods.length === 0) return undefined;
  const changesOf = (name: 'value' | 'p10' | 'p90') =>
    periods.map(({ start, from, to }): ValuedHour => ({ start, value: to[name] - from[name] }));
  const changes = changesOf('value');
  return {
    hours: changes.length / periodsPerHour,
    ...meanChange(changes.map(({ value }) => value)),
    largest: largestOf(changes),
    largestBound: largestOf([...changesOf('p10'), ...changesOf('p90')]),
  };
}

function largestOf(changes: readonly ValuedHour[]): ValuedHour {
  return changes.reduce((most, change) => (Math.abs(change.value) > Math.abs(most.value) ? change : most));
}
