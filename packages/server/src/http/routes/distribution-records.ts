import { formatMadrid } from '@lonja/forecasting/market';
import type { RunPaths } from '../../services/forecasts/get-paths.ts';
import { COUNTED_PATHS, type ServedProbabilities } from '../../services/forecasts/get-price-probabilities.ts';
import type { ForecastRun } from '../../services/forecasts/visible-runs.ts';
import { toDegraded } from '../degraded-fields.ts';
import { type CsvTable, runName } from '../csv.ts';
import type { PriceProbabilities, ScenarioSet } from '../schemas/distributions.ts';
import { formatInstant, roundPrice, roundProbability } from '../wire.ts';
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

function basisFields(
  run: ForecastRun,
  { distributionBasis, dependenceBasis }: Pick<RunPaths, 'distributionBasis' | 'dependenceBasis'>,
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
