import { type DeliveryDay, deliveryDayOf, HOUR_MS, localHourOf, periodMs } from '@lonja/forecasting/market';
import type { ForecastPoint } from '@lonja/forecasting/data';
import type { AlertRuleInput } from './store.ts';
import type { AlertDay } from '../../ground/database/notification-schema.ts';
import { roundPrice } from '../../ground/http/wire.ts';
import type { RunPaths } from '../../forecasts/runs/get-paths.ts';

/** What a rule looks for. */
export type AlertCondition = Omit<AlertRuleInput, 'name' | 'product' | 'channels' | 'enabled'>;

/** An hour, or a quarter of one, as it is served: price with 2 decimals, EUR/MWh. */
interface Hour {
  start: number;
  price: number;
}

/** What a rule is held against: the hours of a run, or its quarters, as the rule has it; for changes those of the run before it, for probabilities its paths. */
export interface AlertRun {
  /** Delivery days whose prices are public: a forecast of them is of no use any more. */
  clearedDays: ReadonlySet<DeliveryDay>;
  firstDay: DeliveryDay;
  hours: readonly Pick<ForecastPoint, 'start' | 'value'>[];
  previousHours: readonly Pick<ForecastPoint, 'start' | 'value'>[];
  /** Over its hours, of the days that are asked about at least; undefined where no rule is on a probability. */
  paths: Pick<RunPaths, 'starts' | 'paths'> | undefined;
}

/** Of the days that `findAlertDays` finds those that a rule has to notify of: it does so once for each delivery day. */
export function findNewDays(
  rule: AlertCondition,
  run: AlertRun,
  { notified, now }: { notified: ReadonlySet<DeliveryDay>; now: number },
): AlertDay[] {
  return findAlertDays(rule, run, now).filter(({ day }) => !notified.has(day));
}

/**
 * The delivery days of a run on which the condition of a rule holds, in order of time. Days that have cleared, hours that have begun by
 * `now` and those outside the rule's window do not count; of a day without any other hour nothing is said.
 */
export function findAlertDays(rule: AlertCondition, run: AlertRun, now: number): AlertDay[] {
  const upcoming = run.hours
    .filter(({ start }) => start >= now && isInWindow(rule, start))
    .map(({ start, value }) => ({ start, price: roundPrice(value) }));
  const previous = new Map(run.previousHours.map(({ start, value }) => [start, roundPrice(value)]));
  const days = new Set(run.hours.map(({ start }) => deliveryDayOf(start)));
  const counted = new Set([...days].sort().slice(0, rule.days_ahead));
  return [...Map.groupBy(upcoming, ({ start }) => deliveryDayOf(start))]
    .filter(([day]) => counted.has(day) && !run.clearedDays.has(day))
    .flatMap(([day, hours]) => {
      const found = findIn(rule, hours, { previous, paths: run.paths });
      return found === undefined ? [] : [{ day, ...found }];
    });
}

export function isOnProbability({ kind }: Pick<AlertCondition, 'kind'>): boolean {
  return kind === 'probability_above' || kind === 'probability_below';
}

function periodsPerHour({ resolution }: Pick<AlertCondition, 'resolution'>): number {
  return HOUR_MS / periodMs(resolution);
}

function isInWindow({ from_hour, to_hour }: AlertCondition, start: number): boolean {
  const hour = localHourOf(start);
  return hour >= from_hour && hour < to_hour;
}

function findIn(
  rule: AlertCondition,
  hours: Hour[],
  { previous, paths }: { previous: ReadonlyMap<number, number>; paths: AlertRun['paths'] },
): Omit<AlertDay, 'day'> | undefined {
  const { kind, threshold } = rule;
  const perHour = periodsPerHour(rule);
  switch (kind) {
    case 'price_above':
      return extremeOf(
        hours.filter(({ price }) => price > threshold),
        { perHour, figureOf: ({ price }) => price },
      );
    case 'price_below': {
      const lowest = extremeOf(
        hours.filter(({ price }) => price < threshold),
        { perHour, figureOf: ({ price }) => -price },
      );
      return lowest && { ...lowest, figure: 0 - lowest.figure };
    }
    case 'negative_hours': {
      const count = hours.filter(({ price }) => price < 0).length / perHour;
      return count > 0 && count >= threshold ? { figure: count, hours: count, at: null } : undefined;
    }
    case 'forecast_change': {
      const changes = hours.flatMap(({ start, price }) => {
        const before = previous.get(start);
        return before === undefined ? [] : [{ start, price: roundPrice(Math.abs(price - before)) }];
      });
      return extremeOf(
        changes.filter(({ price }) => price > 0 && price >= threshold),
        { perHour, figureOf: ({ price }) => price },
      );
    }
    case 'spread': {
      const prices = hours.map(({ price }) => price);
      const spread = roundPrice(Math.max(...prices) - Math.min(...prices));
      return spread >= threshold ? { figure: spread, hours: hours.length / perHour, at: null } : undefined;
    }
    case 'probability_above':
      return likelihoodOf(rule, hours, { paths, isMet: (price) => price > threshold });
    case 'probability_below':
      return likelihoodOf(rule, hours, { paths, isMet: (price) => price <= threshold });
  }
}

/** How many hours there are, and the first period with the greatest figure; undefined for none. */
function extremeOf(
  hours: Hour[],
  { perHour, figureOf }: { perHour: number; figureOf: (hour: Hour) => number },
): Omit<AlertDay, 'day'> | undefined {
  let greatest: { figure: number; at: number } | undefined;
  for (const hour of hours) {
    const figure = figureOf(hour);
    if (greatest === undefined || figure > greatest.figure) greatest = { figure, at: hour.start };
  }
  return greatest && { ...greatest, hours: hours.length / perHour };
}

/** In which share of the paths at least the rule's hours have such a price; undefined where it is less than the rule's. */
function likelihoodOf(
  rule: AlertCondition,
  hours: Hour[],
  { paths, isMet }: { paths: AlertRun['paths']; isMet: (price: number) => boolean },
): Omit<AlertDay, 'day'> | undefined {
  const { hours: least, probability } = rule;
  if (paths === undefined || least === null || probability === null) {
    throw new Error(`A rule of kind ${rule.kind} takes paths, hours and a probability.`);
  }
  const places = hours.map(({ start }) => paths.starts.indexOf(start)).filter((place) => place >= 0);
  const counted = least * periodsPerHour(rule);
  const met = paths.paths.filter((path) => places.filter((place) => isMet(path[place])).length >= counted);
  const percent = roundPrice((100 * met.length) / paths.paths.length);
  return percent >= probability ? { figure: percent, hours: least, at: null } : undefined;
}
