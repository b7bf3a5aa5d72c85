import type { ServedZoneSpreads } from './get-zone-spreads.ts';
import {
  AUCTION_CALENDAR,
  formatMadrid,
  auctionOf,
  instantFor,
  productOf,
  type Zone,
  TIME_ZONE,
} from '@lonja/forecasting/market';
import type { RunPaths } from './get-paths.ts';
import { COUNTED_PATHS, type ServedProbabilities } from './get-price-probabilities.ts';
import type { IntradayOutlook as ServedOutlook, OutlookQuery } from './get-intraday-outlook.ts';
import type { AuctionBeforeGate, GateOutlook as ServedGateOutlook } from './get-gate-outlook.ts';
import type { PastSpreads } from '@lonja/forecasting/intraday';
import type { Spread } from '@lonja/forecasting/scenarios';
import type { ServedSpreads, SpreadQuery } from './get-spreads.ts';
import type { ForecastRun } from './visible-runs.ts';
import { marketProductId, PRICE_UNIT, productFields } from '../../ground/market-ids.ts';
import { toDegraded } from './degraded-fields.ts';
import { type CsvTable, runName } from '../../ground/http/csv.ts';
import type {
  GateOutlook,
  IntradayOutlook,
  PriceProbabilities,
  ScenarioSet,
  SpreadSet,
  ZoneSpreadSet,
  ZoneSpreadsQuery,
} from './distributions-schemas.ts';
import {
  formatInstant,
  formatOptionalInstant,
  roundPrice,
  roundProbability,
} from '../../ground/http/wire.ts';
import { firstAndLastDay, toRunFields } from './forecast-records.ts';

export function toScenarioSet(run: ForecastRun, served: RunPaths, resolution: 'PT15M' | 'PT1H'): ScenarioSet {
  return {
    ...toRunFields(run),
    resolution,
    times: served.starts.map(formatInstant),
    paths: served.paths.map((path) => Array.from(path, roundPrice)),
    ...basisFields(run, served),
  };
}

export function scenariosCsvTable(run: ForecastRun, { starts, paths }: RunPaths): CsvTable {
  return {
    name: [
      'scenarios',
      run.product,
      ...firstAndLastDay(starts.map((start) => ({ start }))),
      runName(run.issuedAt),
    ],
    columns: [
      'time (UTC)',
      `start (${TIME_ZONE})`,
      ...paths.map((_, i) => `path_${i + 1} (EUR/MWh)`),
      'simulated',
    ],
    rows: starts.map((start, period) => [
      formatInstant(start),
      formatMadrid(start),
      ...paths.map((path) => roundPrice(path[period])),
      run.dataOrigin === 'simulator',
    ]),
  };
}

interface Question {
  resolution: 'PT15M' | 'PT1H';
  thresholds: number[];
  hours: number;
}

export function toPriceProbabilities(
  run: ForecastRun,
  served: ServedProbabilities,
  { resolution, thresholds, hours }: Question,
): PriceProbabilities {
  return {
    ...toRunFields(run),
    resolution,
    thresholds,
    hours,
    points: served.periods.map(({ start, atMost, cheapest, dearest }) => ({
      time: formatInstant(start),
      at_most: atMost.map(roundProbability),
      cheapest: roundProbability(cheapest),
      dearest: roundProbability(dearest),
    })),
    days: served.days.map(({ day, any, atLeast, consecutive }) => ({
      date: day,
      any: any.map(roundProbability),
      at_least: atLeast.map(roundProbability),
      consecutive: consecutive.map(roundProbability),
    })),
    paths: COUNTED_PATHS,
    ...basisFields(run, served),
  };
}

export function probabilitiesCsvTable(
  run: ForecastRun,
  { periods }: ServedProbabilities,
  { thresholds, hours }: Question,
): CsvTable {
  return {
    name: ['probabilities', run.product, ...firstAndLastDay(periods), runName(run.issuedAt)],
    columns: [
      'time (UTC)',
      `start (${TIME_ZONE})`,
      ...thresholds.map((threshold) => `at_most_${threshold} (0-1)`),
      `among_${hours}h_cheapest (0-1)`,
      `among_${hours}h_dearest (0-1)`,
      'simulated',
    ],
    rows: periods.map(({ start, atMost, cheapest, dearest }) => [
      formatInstant(start),
      formatMadrid(start),
      ...[...atMost, cheapest, dearest].map(roundProbability),
      run.dataOrigin === 'simulator',
    ]),
  };
}

export function toSpreadSet(
  run: ForecastRun,
  served: ServedSpreads,
  { reference, resolution }: SpreadQuery,
): SpreadSet {
  return {
    ...toRunFields(run),
    resolution,
    reference_product: auctionOf(reference),
    reference_market_product_id: marketProductId(reference),
    reference_forecast_id: served.referenceRun?.id ?? null,
    reference_issued_at: formatOptionalInstant(served.referenceRun?.issuedAt),
    points: served.spreads.map((spread) => ({
      time: formatInstant(spread.start),
      forecast: roundPrice(spread.forecast),
      reference_price: roundPrice(spread.reference),
      reference: spread.referenceBasis,
      value: roundPrice(spread.value),
      p10: roundPrice(spread.p10),
      p90: roundPrice(spread.p90),
      probability_positive: roundProbability(spread.probabilityPositive),
    })),
    ...basisFields(run, served),
    dependence: served.dependenceBasis ?? null,
  };
}

export function spreadsCsvTable(
  run: ForecastRun,
  { spreads }: ServedSpreads,
  { reference }: SpreadQuery,
): CsvTable {
  return {
    name: ['spreads', run.product, reference, ...firstAndLastDay(spreads), runName(run.issuedAt)],
    columns: [
      'time (UTC)',
      `start (${TIME_ZONE})`,
      'forecast (EUR/MWh)',
      'reference_price (EUR/MWh)',
      'reference',
      'value (EUR/MWh)',
      'p10 (EUR/MWh)',
      'p90 (EUR/MWh)',
      'probability_positive (0-1)',
      'simulated',
    ],
    rows: spreads.map((spread) => [
      formatInstant(spread.start),
      formatMadrid(spread.start),
      roundPrice(spread.forecast),
      roundPrice(spread.reference),
      spread.referenceBasis,
      roundPrice(spread.value),
      roundPrice(spread.p10),
      roundPrice(spread.p90),
      roundProbability(spread.probabilityPositive),
      run.dataOrigin === 'simulator',
    ]),
  };
}

export function toZoneSpreadSet(
  run: ForecastRun,
  { referenceRunId, spreads }: ServedZoneSpreads,
  { against, resolution }: Pick<ZoneSpreadsQuery, 'against' | 'resolution'>,
): ZoneSpreadSet {
  return {
    ...toRunFields(run),
    resolution,
    against,
    against_market_product_id: marketProductId(productOf(against, auctionOf(run.product))),
    against_forecast_id: referenceRunId,
    points: spreads.map(({ start, below, above, expected, p10, p90 }) => ({
      time: formatInstant(start),
      probability_split: roundProbability(below + above),
      probability_below: roundProbability(below),
      probability_above: roundProbability(above),
      value: roundPrice(expected),
      p10: roundPrice(p10),
      p90: roundPrice(p90),
    })),
    model_version: run.modelVersionId,
    published_at: formatInstant(run.publishedAt),
    ...toDegraded(run),
    simulated: run.dataOrigin === 'simulator',
  };
}

export function zoneSpreadsCsvTable(run: ForecastRun, { spreads }: ServedZoneSpreads): CsvTable {
  return {
    name: ['zone-spreads', run.product, ...firstAndLastDay(spreads), runName(run.issuedAt)],
    columns: [
      'time (UTC)',
      `start (${TIME_ZONE})`,
      'probability_split (0-1)',
      'probability_below (0-1)',
      'probability_above (0-1)',
      'value (EUR/MWh)',
      'p10 (EUR/MWh)',
      'p90 (EUR/MWh)',
      'simulated',
    ],
    rows: spreads.map(({ start, below, above, expected, p10, p90 }) => [
      formatInstant(start),
      formatMadrid(start),
      roundProbability(below + above),
      roundProbability(below),
      roundProbability(above),
      roundPrice(expected),
      roundPrice(p10),
      roundPrice(p90),
      run.dataOrigin === 'simulator',
    ]),
  };
}

export function toIntradayOutlook(
  outlook: ServedOutlook,
  { product, resolution }: OutlookQuery,
): IntradayOutlook {
  const { run, reference, day, spreadDays } = outlook;
  return {
    outlook: true,
    ...productFields(product),
    date: day,
    unit: PRICE_UNIT,
    resolution,
    reference_product: auctionOf(reference),
    reference_market_product_id: marketProductId(reference),
    reference_forecast_id: run?.id ?? null,
    reference_issued_at: formatOptionalInstant(run?.issuedAt),
    spread_days: spreadDays.length,
    spreads_from: spreadDays[0],
    spreads_to: spreadDays[spreadDays.length - 1],
    points: outlook.periods.map(({ start, value, p10, p90, reference: price, spread }) => ({
      time: formatInstant(start),
      value: roundPrice(value),
      p10: roundPrice(p10),
      p90: roundPrice(p90),
      reference_price: roundPrice(price),
      spread: roundPrice(spread.value),
      spread_p10: roundPrice(spread.p10),
      spread_p90: roundPrice(spread.p90),
      probability_positive: roundProbability(spread.probabilityPositive),
    })),
    model_version: run?.modelVersionId ?? null,
    distribution: outlook.distributionBasis ?? null,
    ...(run === undefined ? { degraded: [], degraded_reasons: [] } : toDegraded(run)),
    simulated: outlook.dataOrigin === 'simulator',
  };
}

export function outlookCsvTable(outlook: ServedOutlook, { product }: OutlookQuery): CsvTable {
  const { day, periods, run, dataOrigin } = outlook;
  return {
    name: ['outlook', product, day, ...(run === undefined ? [] : [runName(run.issuedAt)])],
    columns: [
      'time (UTC)',
      `start (${TIME_ZONE})`,
      'value (EUR/MWh)',
      'p10 (EUR/MWh)',
      'p90 (EUR/MWh)',
      'reference_price (EUR/MWh)',
      'spread (EUR/MWh)',
      'spread_p10 (EUR/MWh)',
      'spread_p90 (EUR/MWh)',
      'probability_positive (0-1)',
      'simulated',
    ],
    rows: periods.map(({ start, value, p10, p90, reference, spread }) => [
      formatInstant(start),
      formatMadrid(start),
      ...[value, p10, p90, reference, spread.value, spread.p10, spread.p90].map(roundPrice),
      roundProbability(spread.probabilityPositive),
      dataOrigin === 'simulator',
    ]),
  };
}

function basisFields<T>(
  run: ForecastRun,
  {
    distributionBasis,
    dependenceBasis,
  }: { distributionBasis: RunPaths['distributionBasis']; dependenceBasis: T },
) {
  return {
    distribution: distributionBasis,
    dependence: dependenceBasis,
    model_version: run.modelVersionId,
    published_at: formatInstant(run.publishedAt),
    ...toDegraded(run),
    simulated: run.dataOrigin === 'simulator',
  };
}

export function toGateOutlook(
  outlook: ServedGateOutlook,
  { zone, resolution }: { zone: Zone; resolution: 'PT15M' | 'PT1H' },
): GateOutlook {
  const { day, run, dataOrigin, knownUntil, distributionBasis, auctions } = outlook;
  return {
    outlook: true,
    market_id: zone,
    date: day,
    unit: PRICE_UNIT,
    resolution,
    known_until: formatInstant(knownUntil),
    forecast_id: run.id,
    issued_at: formatInstant(run.issuedAt),
    model_version: run.modelVersionId,
    distribution: distributionBasis ?? null,
    ...toDegraded(run),
    auctions: auctions.map(({ product, past, periods }) => ({
      product: auctionOf(product),
      market_product_id: marketProductId(product),
      gate_closes_at: formatInstant(instantFor(day, AUCTION_CALENDAR[product].gateClosure)),
      ...toSpreadDays(past),
      known: periods !== undefined,
      points: (periods ?? []).map((period) => ({
        time: formatInstant(period.start),
        value: roundPrice(period.value),
        p10: roundPrice(period.p10),
        p90: roundPrice(period.p90),
        reference_price: roundPrice(period.reference),
        ...toSpreadFields(period.spread, period.meanSpread),
      })),
    })),
    simulated: dataOrigin === 'simulator',
  };
}

export function toSpreadDays({ days }: PastSpreads) {
  return {
    spread_days: days.length,
    spreads_from: days.at(0) ?? null,
    spreads_to: days.at(-1) ?? null,
  };
}

export function toSpreadFields({ value, p10, p90, probabilityPositive }: Spread, mean: number) {
  return {
    spread_mean: roundPrice(mean),
    spread: roundPrice(value),
    spread_p10: roundPrice(p10),
    spread_p90: roundPrice(p90),
    probability_positive: roundProbability(probabilityPositive),
  };
}

/** A row for each auction and period. */
export function gateOutlookCsvTable({ day, run, dataOrigin, auctions }: ServedGateOutlook): CsvTable {
  return {
    name: ['intraday-outlook', day, runName(run.issuedAt)],
    columns: [
      'product',
      'time (UTC)',
      `start (${TIME_ZONE})`,
      ...['value', 'p10', 'p90', 'reference_price', 'spread_mean', 'spread', 'spread_p10', 'spread_p90'].map(
        (name) => `${name} (EUR/MWh)`,
      ),
      'probability_positive (0-1)',
      'spread_days',
      'simulated',
    ],
    rows: auctions.flatMap(({ product, past, periods }: AuctionBeforeGate) =>
      (periods ?? []).map(({ start, value, p10, p90, reference, meanSpread, spread }) => [
        auctionOf(product),
        formatInstant(start),
        formatMadrid(start),
        ...[value, p10, p90, reference, meanSpread, spread.value, spread.p10, spread.p90].map(roundPrice),
        roundProbability(spread.probabilityPositive),
        past.days.length,
        dataOrigin === 'simulator',
      ]),
    ),
  };
}
