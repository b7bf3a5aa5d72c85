import { groupBy } from '../data/group-by.ts';
import type { Panel } from '../data/panel.ts';
import type { PriceLimits } from '../distribution/price-distribution.ts';
import { type QuarteredHour, withSteps } from '../distribution/quarter-shape.ts';
import type { ClearedPrices } from '../issue/cleared-limits.ts';
import type { ForecastRecipe } from '../issue/forecast-recipe.ts';
import { historyStart } from '../issue/history-start.ts';
import type { KnownAtIssue } from '../issue/issue-forecast.ts';
import { daysBetween } from '../market/delivery-day.ts';
import { gapsOfPanel, type LocalPeriod, type ObservedPeriod, periodsOfPanel } from './observed-period.ts';

const QUARTERS_PER_HOUR = 4;
const HOURS_PER_DAY = 24;
const NO_LIMITS: PriceLimits = { lowest: -Infinity, highest: Infinity };

/** A market in the days of a panel and its real periods. */
export interface PeriodMarket {
  panel: Panel;
  /** The periods that have a price; every slot of the panel that has one where they are left out. */
  periods?: readonly ObservedPeriod[] | undefined;
  /**
   * The periods of past days whose prices are not known. A day that lacks just one hour both here and among `periods` is one of 23 hours; where
   * `periods` are left out there is none.
   */
  gaps?: readonly LocalPeriod[] | undefined;
  /** Those that are to be forecast and have none. */
  open?: readonly LocalPeriod[] | undefined;
  /** The lowest and the highest price that the market allows; none where it is left out. */
  limits?: PriceLimits | undefined;
}

/** A period among those of its day: which of its hours, and which quarter of that. */
export interface PeriodPlace {
  hour: number;
  quarter: number | undefined;
}

/** A market, and what its real periods add to its panel when a forecast is issued. */
export interface MarketDays {
  readonly panel: Panel;
  /** The periods that have a price. */
  readonly periods: readonly ObservedPeriod[];
  /** Those that are to be forecast and have none. */
  readonly open: readonly LocalPeriod[];
  /** What is known before row `row` when it and the rows after it are forecast. */
  knownBefore(
    row: number,
    recipe: Pick<ForecastRecipe, 'historyDays' | 'settledDays' | 'recentDays' | 'quarterShapeDays'>,
    days: number,
  ): Pick<KnownAtIssue, 'days' | 'hours' | 'priceBefore' | 'allowed' | 'cleared' | 'quarters'>;
  /** The slots of the hours of a row in order of time. */
  slotsOf(row: number): readonly number[];
  /** Where one of the market's own periods stands among the hours of its row. */
  placeOf(period: LocalPeriod): PeriodPlace;
}

/** Rows are read as their periods say: an hour that a day has twice is there twice, the one that a day lacks is not. */
export function createMarketDays({
  panel,
  periods: given,
  gaps = given === undefined ? gapsOfPanel(panel) : [],
  open = [],
  limits = NO_LIMITS,
}: PeriodMarket): MarketDays {
  const { slotsPerDay, price } = panel;
  const periods = given ?? periodsOfPanel(panel);
  const ofRows = groupBy<LocalPeriod, number>([...periods, ...gaps, ...open], ({ row }) => row);
  const places = new Map<LocalPeriod, PeriodPlace>();
  const slotsOfRows = Array.from({ length: panel.days.length }, (_, row) => {
    const ofRow = ofRows.get(row) ?? [];
    const slots = slotsOfDay(ofRow, slotsPerDay);
    for (const [period, place] of placesOf(ofRow, slots)) places.set(period, place);
    return slots;
  });
  const hasQuarters = [...periods, ...open].some(({ quarter }) => quarter !== undefined);
  const observed = groupBy(periods, ({ row }) => row);
  const cleared = clearedByRow(observed, panel);
  const quartersOfRows = slotsOfRows.map((slots, row) =>
    quartersOfRow(observed.get(row) ?? [], slots, places),
  );
  const hoursOfRow = (row: number, ageDays: number) =>
    quartersOfRows[row].map((hour) => ({ ...hour, ageDays }));
  return {
    panel,
    periods,
    open,
    knownBefore(row, { recentDays, quarterShapeDays, ...history }, days) {
      const since = daysBetween(panel.days[0], historyStart(panel.days[row], history));
      const before = row === 0 ? Number.NaN : price[row * slotsPerDay - 1];
      const firstShaped = Math.max(0, row - quarterShapeDays);
      return {
        days,
        hours: Array.from({ length: days }, (_, lead) =>
          slotsOfRows[row + lead].map((slot, start) => ({ start, lead, slot })),
        ).flat(),
        priceBefore: Number.isNaN(before) ? undefined : before,
        allowed: limits,
        cleared: { ever: cleared(since, row), recent: cleared(row - recentDays, row) },
        quarters: hasQuarters
          ? withSteps(
              Array.from({ length: row - firstShaped }, (_, i) =>
                hoursOfRow(firstShaped + i, row - firstShaped - i),
              ),
            )
          : undefined,
      };
    },
    slotsOf: (row) => slotsOfRows[row],
    placeOf(period) {
      const place = places.get(period);
      if (place === undefined) throw new RangeError(`${period.time} is no period of this market.`);
      return place;
    },
  };
}

/** The slots of the hours of a day in order. A day of 23 hours lacks one; any other slot without a period is forecast all the same. */
function slotsOfDay(periods: readonly LocalPeriod[], slotsPerDay: number): number[] {
  const counts = new Uint8Array(slotsPerDay * QUARTERS_PER_HOUR);
  for (const { slot, quarter = 0 } of periods) counts[slot * QUARTERS_PER_HOUR + quarter]++;
  const times = Array.from({ length: slotsPerDay }, (_, slot) =>
    Math.max(...counts.subarray(slot * QUARTERS_PER_HOUR, (slot + 1) * QUARTERS_PER_HOUR)),
  );
  const lacksOne = times.filter((count) => count === 0).length === slotsPerDay / HOURS_PER_DAY;
  return times.flatMap((count, slot) =>
    Array.from({ length: lacksOne ? count : Math.max(1, count) }, () => slot),
  );
}

function* placesOf(
  periods: readonly LocalPeriod[],
  slots: readonly number[],
): Generator<[LocalPeriod, PeriodPlace]> {
  const seen = new Map<number, number>();
  for (const period of periods) {
    const { slot, quarter } = period;
    const key = slot * QUARTERS_PER_HOUR + (quarter ?? 0);
    const times = seen.get(key) ?? 0;
    seen.set(key, times + 1);
    yield [period, { hour: slots.indexOf(slot) + times, quarter }];
  }
}

/** The hours of a row with the prices of their quarters, NaN where these are not known. */
function quartersOfRow(
  periods: readonly ObservedPeriod[],
  slots: readonly number[],
  places: ReadonlyMap<LocalPeriod, PeriodPlace>,
): Pick<QuarteredHour, 'hour' | 'prices'>[] {
  const hours = slots.map((hour) => ({ hour, prices: new Float64Array(QUARTERS_PER_HOUR).fill(Number.NaN) }));
  for (const period of periods) {
    const place = places.get(period);
    if (place?.quarter !== undefined) hours[place.hour].prices[place.quarter] = period.price;
  }
  return hours;
}

/** The prices of the rows `from <= row < to`, with how many hours they are of. */
function clearedByRow(
  observed: ReadonlyMap<number, readonly ObservedPeriod[]>,
  { days, slotsPerDay }: Panel,
): (from: number, to: number) => ClearedPrices {
  const prices: number[] = [];
  const [ends, hours] = [new Uint32Array(days.length + 1), new Float64Array(days.length + 1)];
  days.forEach((_, row) => {
    let ofRow = 0;
    for (const { price, quarter } of observed.get(row) ?? []) {
      prices.push(price);
      ofRow += (quarter === undefined ? 1 : 1 / QUARTERS_PER_HOUR) * (HOURS_PER_DAY / slotsPerDay);
    }
    ends[row + 1] = prices.length;
    hours[row + 1] = hours[row] + ofRow;
  });
  const all = Float64Array.from(prices);
  return (from, to) => {
    const first = Math.max(0, from);
    return { prices: all.subarray(ends[first], ends[to]), hours: hours[to] - hours[first] };
  };
}
