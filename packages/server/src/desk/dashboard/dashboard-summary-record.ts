import {
  addDays,
  dayStart,
  deliveryPeriods,
  localHourOf,
  TIME_ZONE,
  auctionOf,
} from '@lonja/forecasting/market';
import type { FiguresOfDay, ForecastChange, ValuedHour } from '@lonja/forecasting/metrics';
import type { ProductSummary, Summary } from './get-summary.ts';
import type { CutoffHeadlines, HeadlineAccuracy, Headlines } from './headline-accuracy.ts';
import type { DayOutlook, HourOutlook } from './day-outlook.ts';
import { FAN_PERCENTS, type ProductDay } from './read-product-day.ts';
import type { ForecastRun } from '../../forecasts/runs/run-store.ts';
import { PRICE_UNIT, marketProductId } from '../../ground/market-ids.ts';
import { toBeyond, toExtremes } from '../../market/prices/cleared-record.ts';
import { toDegraded } from '../../forecasts/runs/degraded.ts';
import { toPreparation } from '../../forecasts/preparation/record.ts';
import { toDayCounts } from '../../forecasts/accuracy/day-counts.ts';
import type { DashboardSummary } from './dashboard-summary-schemas.ts';
import {
  formatInstant,
  formatOptionalInstant,
  roundPercent,
  roundPrice,
  roundProbability,
} from '../../ground/http/wire.ts';

type ProductRecord = DashboardSummary['products'][number];
type DayRecord = ProductRecord['days'][number];

export function toSummaryRecord(summary: Summary, now: number): DashboardSummary {
  return {
    market_id: summary.marketId,
    date: summary.day,
    resolution: summary.resolution,
    now: formatInstant(now),
    time_zone: TIME_ZONE,
    unit: PRICE_UNIT,
    days: [addDays(summary.day, -1), summary.day].map((day) => ({
      date: day,
      starts_at: formatInstant(dayStart(day)),
      ends_at: formatInstant(dayStart(addDays(day, 1))),
      hours: deliveryPeriods(day, 'PT1H').length,
    })),
    products: summary.products.map(toProductRecord),
    freshness: toFreshness(summary),
    preparation: toPreparation(summary.preparation),
    simulated: summary.simulated,
  };
}

function toFreshness({ products, data, simulated }: Summary): DashboardSummary['freshness'] {
  const shownRuns = products.flatMap(({ days }) => days.flatMap(({ run }) => run ?? []));
  const next = products
    .filter(({ isForecast }) => isForecast)
    .toSorted((a, b) => a.nextRunAt - b.nextRunAt)
    .at(0);
  return {
    simulated,
    ...toDegraded(...shownRuns),
    late_products: products.filter(({ isLate }) => isLate).map(({ calendar }) => auctionOf(calendar.product)),
    next_run:
      next === undefined
        ? null
        : { product: auctionOf(next.calendar.product), at: formatInstant(next.nextRunAt) },
    data: data.state,
    late_sources: data.sources.filter(({ state }) => state !== 'ok').map(({ source }) => source),
  };
}

function toProductRecord(summary: ProductSummary): ProductRecord {
  const { calendar, nextGate, accuracy } = summary;
  return {
    product: auctionOf(calendar.product),
    market_product_id: marketProductId(calendar.product),
    name: calendar.name,
    session: calendar.session,
    next_gate: { date: nextGate.day, closes_at: formatInstant(nextGate.closesAt) },
    next_run_at: formatInstant(summary.nextRunAt),
    latest_run: toRun(summary.latestRun),
    late: summary.isLate,
    days: summary.days.map(toDay),
    ...toAccuracies(accuracy),
  };
}

function toDay(day: ProductDay): DayRecord {
  return {
    date: day.day,
    gate_closes_at: formatInstant(day.gateClosesAt),
    prices_expected_at: formatInstant(day.pricesExpectedAt),
    prices_published_at: formatOptionalInstant(day.pricesPublishedAt),
    first_run_at: formatInstant(day.firstRunAt),
    run: toRun(day.run),
    previous_run: toRun(day.previous),
    points: day.points.map((point) => ({
      ...toHour(point),
      ...toBeyond(day.run?.clearedExtremes, point),
      p10: roundPrice(point.p10),
      p90: roundPrice(point.p90),
      change: point.change === undefined ? null : roundPrice(point.change),
      quantiles: Object.fromEntries(
        FAN_PERCENTS.map((percent, k) => [percent, roundPrice(point.quantiles[k])]),
      ),
      probabilities: point.outlook === undefined ? null : toProbabilities(point.outlook),
    })),
    prices: day.prices.map(toHour),
    figures: day.figures === undefined ? null : toFigures(day, day.figures),
    change: day.change === undefined ? null : toChange(day.change),
    outlook: day.outlook === undefined ? null : toOutlook(day.outlook),
  };
}

function toRun(run: ForecastRun | undefined): DayRecord['run'] {
  if (run === undefined) return null;
  return {
    forecast_id: run.id,
    issued_at: formatInstant(run.issuedAt),
    model_version: run.modelVersionId,
    data_as_of: formatInstant(run.dataAsOf),
    ...toDegraded(run),
    cleared_extremes: toExtremes(run.clearedExtremes),
    simulated: run.dataOrigin === 'simulator',
  };
}

function toFigures(
  { basis, possiblyNegativeHours }: ProductDay,
  figures: FiguresOfDay,
): NonNullable<DayRecord['figures']> {
  return {
    basis,
    base: roundPrice(figures.base),
    peak: figures.peak === null ? null : roundPrice(figures.peak),
    spread: roundPrice(figures.spread),
    cheapest: figures.cheapest.map(toHour),
    dearest: figures.dearest.map(toHour),
    negative_hours: figures.negativeHours,
    possibly_negative_hours: possiblyNegativeHours,
  };
}

function toChange(change: ForecastChange): NonNullable<DayRecord['change']> {
  return {
    hours: change.hours,
    mean: roundPrice(change.mean),
    mean_absolute: roundPrice(change.meanAbsolute),
    largest: toHour(change.largest),
    largest_bound: toHour(change.largestBound),
  };
}

function toOutlook({ anyBelowZero, ...ranges }: DayOutlook): NonNullable<DayRecord['outlook']> {
  return {
    base: toRange(ranges.base),
    lowest: toRange(ranges.lowest),
    highest: toRange(ranges.highest),
    spread: toRange(ranges.spread),
    any_below_zero: roundProbability(anyBelowZero),
  };
}

function toRange({ value, p10, p90 }: DayOutlook['base']) {
  return { value: roundPrice(value), p10: roundPrice(p10), p90: roundPrice(p90) };
}

function toProbabilities({ belowZero, cheapest, dearest }: HourOutlook) {
  return {
    below_zero: roundProbability(belowZero),
    cheapest: roundProbability(cheapest),
    dearest: roundProbability(dearest),
  };
}

function toHour({ start, value }: ValuedHour): DayRecord['prices'][number] {
  return { time: formatInstant(start), hour: localHourOf(start), value: roundPrice(value) };
}

export function toAccuracies({
  official,
  gate,
}: CutoffHeadlines): Pick<ProductRecord, 'accuracy' | 'backtested' | 'at_gate'> {
  return { ...toHeadlines(official), at_gate: toHeadlines(gate) };
}

function toHeadlines({ issued, backtested }: Headlines) {
  return { accuracy: toAccuracy(issued), backtested: toAccuracy(backtested) };
}

function toAccuracy(accuracy: HeadlineAccuracy | undefined): ProductRecord['accuracy'] {
  if (accuracy === undefined) return null;
  const { naiveMaeEurPerMwh, skillPercent } = accuracy;
  return {
    date_from: accuracy.from,
    date_to: accuracy.to,
    n_observations: accuracy.count,
    days: accuracy.days.counted,
    mae: roundPrice(accuracy.maeEurPerMwh),
    naive_mae: naiveMaeEurPerMwh === null ? null : roundPrice(naiveMaeEurPerMwh),
    skill: skillPercent === null ? null : roundPercent(skillPercent),
    coverage: roundPercent(accuracy.coveragePercent),
    cutoff: accuracy.cutoff,
    ...toDayCounts(accuracy.days, accuracy.isProvisional),
  };
}
