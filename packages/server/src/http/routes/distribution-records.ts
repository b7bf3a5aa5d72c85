import { formatMadrid } from '@lonja/forecasting/market';
import type { RunPaths } from '../../services/forecasts/get-paths.ts';
import { COUNTED_PATHS, type ServedProbabilities } from '../../services/forecasts/get-price-probabilities.ts';
import type { ServedSpreads, SpreadQuery } from '../../services/forecasts/get-spreads.ts';
import type { ForecastRun } from '../../services/forecasts/visible-runs.ts';
import { marketProductId } from '../../services/markets/market-catalog.ts';
import { toDegraded } from '../degraded-fields.ts';
import { type CsvTable, runName } from '../csv.ts';
import type { PriceProbabilities, ScenarioSet, SpreadSet } from '../schemas/distributions.ts';
import { formatInstant, formatOptionalInstant, roundPrice, roundProbability } from '../wire.ts';
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
      'start (Europe/Madrid)',
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
      'start (Europe/Madrid)',
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
    reference_product: reference,
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
      'start (Europe/Madrid)',
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
