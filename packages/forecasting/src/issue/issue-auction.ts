import {
  distributionsOfSlots,
  type PeriodDistribution,
  pointOf,
} from '../distribution/period-distribution.ts';
import type { PriceDistribution, PriceLimits } from '../distribution/price-distribution.ts';
import { splitIntoQuarters } from '../distribution/quarter-distribution.ts';
import { QUANTILE_LEVELS } from '../distribution/quantile-levels.ts';
import { type QuarteredHour, quarterResiduals, quarterShapeOf } from '../distribution/quarter-shape.ts';
import { applyBounds } from '../intervals/apply-bounds.ts';
import { type ErrorHistory, knownErrorDays } from '../intervals/error-history.ts';
import { coveredSlots, type IntradayPanel, referenceOf } from '../intraday/intraday-panel.ts';
import { daysBetween } from '../market/delivery-day.ts';
import { type ClearedMarket, clearedBounds, clipTo } from './cleared-limits.ts';
import type { AuctionRecipe } from './forecast-recipe.ts';
import type { IssuedForecast } from './issue-forecast.ts';
import { NO_PAST_ERRORS, type PastErrors, type PastForecast } from './past-forecast.ts';

/** What is known of an auction's day when its forecast is issued, beside its panel. Prices in EUR/MWh. */
export interface KnownOfAuction {
  /** The hours that it covers in order of time, with the price of the auction before. */
  hours: readonly { start: number; hour: number; reference: number }[];
  /** The price of the auction before in the quarter that begins at an instant. */
  quarterReferences: ReadonlyMap<number, number>;
  allowed: PriceLimits;
  cleared: ClearedMarket;
  /** The hours of past days with the spread to the auction before in their quarters, oldest first. */
  quarterSpreads: readonly QuarteredHour[][];
}

type PartsOfAuction = 'hours' | 'quarters' | 'quarterResiduals' | 'pastErrors' | 'hasOwnBounds';

/** What is issued of an auction; its bounds stand on the model's own past, or on the spread to the auction before. */
export type IssuedAuction = Pick<IssuedForecast, PartsOfAuction>;

/**
 * The forecast of an auction from the prices of its model in the covered slots of the panel's last row (the price of the auction before where
 * there are none), from what was known and from `past`, the forecasts of the days before. Undefined where no past day shows how far prices lie
 * from the auction before.
 */
export function completeAuction(
  recipe: AuctionRecipe,
  known: KnownOfAuction & { panel: IntradayPanel },
  modelPrices: Float64Array | undefined,
  past: readonly PastForecast[],
): IssuedAuction | undefined {
  const { panel } = known;
  const base = coveredSlots(panel, referenceOf(panel), panel.days.length - 1);
  const { history, ages, areOwn } = errorsFor(recipe, panel, modelPrices === undefined ? [] : past);
  if (knownErrorDays(history) === 0) return undefined;
  const spreads = modelPrices?.map((price, slot) => price - base[slot]) ?? new Float64Array(base.length);
  const distributions = distributionsOfSlots(
    applyBounds(spreads, history, QUANTILE_LEVELS, recipe.bounds.scale),
  );
  return {
    ...auctionOfSpreads(recipe, known, distributions),
    pastErrors: wholeDays(history, ages, recipe.pathDays),
    hasOwnBounds: areOwn,
  };
}

/**
 * The same from the distribution of the spread in each covered hour. It is added to the price of the auction before in each period, so both
 * hours 2 of a 25-hour day and all quarters follow their own. How past quarters differed from the spread of their hour does not come back: it
 * widens their bounds alone.
 */
export function auctionOfSpreads(
  recipe: Pick<AuctionRecipe, 'limits'>,
  { hours, quarterReferences, allowed, cleared, quarterSpreads }: KnownOfAuction,
  distributions: readonly PriceDistribution[],
): IssuedAuction {
  const [{ hour: from }] = hours;
  const to = hours[hours.length - 1].hour + 1;
  const clip = clipTo(clearedBounds(cleared, allowed, recipe.limits));
  const spreads = hours.map(({ start, hour }) => ({ start, hour, distribution: distributions[hour - from] }));
  const shape = quarterShapeOf(quarterSpreads.flat());
  return {
    hours: spreads
      .map(({ start, distribution }, i) => addTo(hours[i].reference, { start, distribution }))
      .map(clip),
    quarters: splitIntoQuarters(spreads, shape)
      .map((quarter) => addTo(quarterReferences.get(quarter.start) ?? Number.NaN, quarter))
      .map(clip),
    quarterResiduals: quarterResiduals(quarterSpreads, shape, { from, to }),
    pastErrors: NO_PAST_ERRORS,
    hasOwnBounds: false,
  };
}

/** How far the quantiles of another forecast lie from its points, by covered hour: the spread of an auction without any past. */
export function reachOf(
  periods: readonly PeriodDistribution[],
  hourOf: (start: number) => number,
  hours: readonly number[],
): PriceDistribution[] {
  const byHour = new Map(periods.toReversed().map((period) => [hourOf(period.start), period]));
  return hours.map((hour) => {
    const period = byHour.get(hour);
    if (period === undefined) return new Float64Array(QUANTILE_LEVELS.length);
    const { value } = pointOf(period);
    return Float64Array.from(period.distribution, (quantile) => quantile - value);
  });
}

function addTo<T extends PeriodDistribution>(price: number, spread: T): T {
  return { ...spread, distribution: Float64Array.from(spread.distribution, (quantile) => price + quantile) };
}

/** The errors of the model's own past where there is enough of it, otherwise those of taking the auction before for the price. */
function errorsFor(
  { calibrationDays, fewestCalibrationDays }: AuctionRecipe,
  panel: IntradayPanel,
  past: readonly PastForecast[],
): { history: ErrorHistory; ages: number[]; areOwn: boolean } {
  const last = panel.days.length - 1;
  const own = errorsOf(panel, past);
  if (knownErrorDays(own) >= fewestCalibrationDays) {
    const ages = past.map(({ firstDay }) => daysBetween(firstDay, panel.days[last]));
    return { history: own, ages, areOwn: true };
  }
  const history = referenceErrors(panel, calibrationDays);
  const days = history.errors.length / history.slotsPerDay;
  return { history, ages: Array.from({ length: days }, (_, row) => days - row), areOwn: false };
}

/** Errors (actual minus forecast) of past forecasts, by covered slot. */
function errorsOf(panel: IntradayPanel, past: readonly PastForecast[]): ErrorHistory {
  const slotsPerDay = panel.toSlot - panel.fromSlot;
  const errors = new Float64Array(past.length * slotsPerDay).fill(Number.NaN);
  past.forEach(({ firstDay, values }, i) => {
    const row = panel.days.indexOf(firstDay);
    if (row < 0) return;
    coveredSlots(panel, panel.price, row).forEach((price, slot) => {
      errors[i * slotsPerDay + slot] = price - values[slot];
    });
  });
  return { slotsPerDay, errors };
}

/** Errors of taking the auction before for the price on the `days` days before the last row. */
function referenceErrors(panel: IntradayPanel, days: number): ErrorHistory {
  const slotsPerDay = panel.toSlot - panel.fromSlot;
  const last = panel.days.length - 1;
  const first = Math.max(0, last - days);
  const errors = new Float64Array((last - first) * slotsPerDay);
  const reference = referenceOf(panel);
  for (let row = first; row < last; row++) {
    const before = coveredSlots(panel, reference, row);
    errors.set(
      coveredSlots(panel, panel.price, row).map((price, slot) => price - before[slot]),
      (row - first) * slotsPerDay,
    );
  }
  return { slotsPerDay, errors };
}

/** The days without a gap that are not older than `mostDays`. */
function wholeDays({ slotsPerDay, errors }: ErrorHistory, ages: number[], mostDays: number): PastErrors {
  const days = ages
    .map((age, row) => ({ age, ofDay: errors.slice(row * slotsPerDay, (row + 1) * slotsPerDay) }))
    .filter(({ age, ofDay }) => age <= mostDays && !ofDay.some(Number.isNaN));
  return { ages: days.map(({ age }) => age), errors: days.map(({ ofDay }) => ofDay) };
}
