import { z } from 'zod';
import { USUAL_PATHS, type RunPaths, COUNTED_PATHS, type ServedProbabilities } from './get-paths.ts';
import {
  DEGRADED_FIELDS,
  ModelVersionField,
  ResolutionField,
  SimulatedField,
  dayField,
  instantField,
  probabilityField,
} from '../../ground/http/fields.ts';
import type { ForecastRun } from './run-store.ts';
import { type CsvColumns, csvRowsOf, runName } from '../../ground/http/csv.ts';
import { formatInstant, roundPrice, roundProbability } from '../../ground/http/wire.ts';
import { TimeField } from './points-record.ts';
import { firstAndLastDay, PERIOD_COLUMNS, priceColumns } from './wire.ts';
import { RUN_FIELDS, toRunFields } from './forecasts-record.ts';
import { resolveSpan, SPAN_PARAMETERS } from './span-parameters.ts';

const MOST_PATHS = 500;

export const ScenariosQuery = z
  .strictObject({
    ...SPAN_PARAMETERS,
    paths: z
      .int()
      .min(1)
      .max(MOST_PATHS)
      .default(USUAL_PATHS)
      .meta({
        description: `Number of paths; plans of the portfolio use ${USUAL_PATHS}`,
        examples: [USUAL_PATHS],
      }),
  })
  .transform(resolveSpan);
export type ScenariosQuery = z.infer<typeof ScenariosQuery>;

const MOST_THRESHOLDS = 10;
const PRICE = /^-?\d{1,4}(\.\d{1,2})?$/;
const THRESHOLDS_MESSAGE = `Send 1 to ${MOST_THRESHOLDS} prices from -9999.99 to 9999.99 with at most 2 decimals, separated by commas, such as 0,20.5.`;

export const ProbabilitiesQuery = z
  .strictObject({
    ...SPAN_PARAMETERS,
    thresholds: z
      .string()
      .refine((text) => {
        const parts = text.split(',');
        return parts.length <= MOST_THRESHOLDS && parts.every((part) => PRICE.test(part));
      }, THRESHOLDS_MESSAGE)
      .default('0')
      .meta({
        description: 'Prices whose probabilities are wanted, EUR/MWh, separated by commas',
        examples: ['0,20.5'],
      }),
    hours: z
      .int()
      .min(1)
      .max(24)
      .default(4)
      .meta({
        description:
          'Hours of a day that are counted: together or in a row at or below a threshold, and how many cheapest and dearest ones are meant',
        examples: [4],
      }),
  })
  .transform(resolveSpan);
export type ProbabilitiesQuery = z.infer<typeof ProbabilitiesQuery>;

/** Which model made a run, when it could be read, and how it is weaker than usual. */
export const MAKER_FIELDS = {
  model_version: ModelVersionField,
  published_at: instantField('When the run could be read', '2026-03-30T10:06:30Z'),
  ...DEGRADED_FIELDS,
  simulated: SimulatedField,
};

/** Where distributions come from, and how prices of several periods go together. */
export const BASIS_FIELDS = {
  distribution: z.enum(['forecast', 'bounds']).meta({
    description:
      'Where the distributions come from: forecast with the run, or, for runs of before they were stored, two halves of normal distributions through point forecast and bounds',
    examples: ['forecast'],
  }),
  dependence: z.enum(['past_forecasts', 'assumed']).meta({
    description:
      'How prices of several periods go together: as the errors of past forecasts did, or by an assumption where there are too few of them',
    examples: ['past_forecasts'],
  }),
  ...MAKER_FIELDS,
};

export const ScenarioSet = z
  .object({
    ...RUN_FIELDS,
    resolution: ResolutionField,
    times: z.array(TimeField).meta({ description: 'Starts of the delivery periods' }),
    paths: z.array(z.array(z.number())).meta({
      description:
        'Equally likely paths: one list for each, with a price for each of `times`, EUR/MWh, 2 decimals',
      examples: [[[84.12], [79.5]]],
    }),
    ...BASIS_FIELDS,
  })
  .meta({ id: 'ScenarioSet' });
export type ScenarioSet = z.infer<typeof ScenarioSet>;

const forEachThreshold = (description: string, example: number) =>
  z
    .array(probabilityField('Probability', example))
    .meta({ description: `${description}, one for each of \`thresholds\`` });

export const PriceProbabilities = z
  .object({
    ...RUN_FIELDS,
    resolution: ResolutionField,
    thresholds: z.array(z.number()).meta({ description: 'Prices, EUR/MWh', examples: [[0]] }),
    hours: z.int().meta({ description: 'Hours of a day that are counted', examples: [4] }),
    points: z.array(
      z
        .object({
          time: instantField('Start of the delivery period', '2026-03-31T12:00:00Z'),
          at_most: forEachThreshold('Probability of a price at or below the threshold', 0.32),
          cheapest: probabilityField(
            'Probability that the period is as cheap as the `hours` cheapest hours of its day',
            0.87,
          ),
          dearest: probabilityField('Probability that it is as dear as the `hours` dearest ones', 0.01),
        })
        .meta({ id: 'PeriodProbabilities' }),
    ),
    days: z.array(
      z
        .object({
          date: dayField('Delivery day'),
          any: forEachThreshold('Probability that any period of the day is at or below the threshold', 0.51),
          at_least: forEachThreshold('Probability that `hours` hours or more are, together or apart', 0.3),
          consecutive: forEachThreshold('Probability that `hours` hours or more in a row are', 0.24),
        })
        .meta({ id: 'DayProbabilities' }),
    ),
    paths: z
      .int()
      .meta({ description: 'Paths that the probabilities of days are counted in', examples: [500] }),
    ...BASIS_FIELDS,
  })
  .meta({ id: 'PriceProbabilities' });
export type PriceProbabilities = z.infer<typeof PriceProbabilities>;

export function toScenarioSet(run: ForecastRun, served: RunPaths, resolution: 'PT15M' | 'PT1H'): ScenarioSet {
  return {
    ...toRunFields(run),
    resolution,
    times: served.starts.map(formatInstant),
    paths: served.paths.map((path) => Array.from(path, roundPrice)),
    distribution: served.distributionBasis,
    dependence: served.dependenceBasis,
  };
}

export function scenariosCsvTable(run: ForecastRun, { starts, paths }: RunPaths) {
  const periods = starts.map((start, period) => ({ start, period }));
  const columns: CsvColumns<(typeof periods)[number]> = {
    ...PERIOD_COLUMNS,
    ...priceColumns<{ period: number }>(
      paths.map((_, i) => `path_${i + 1}`),
      ({ period }, i) => paths[i][period],
    ),
    simulated: () => run.dataOrigin === 'simulator',
  };
  const days = firstAndLastDay(periods);
  return { name: ['scenarios', run.product, ...days, runName(run.issuedAt)], columns, records: periods };
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
    distribution: served.distributionBasis,
    dependence: served.dependenceBasis,
  };
}

/** As rows, as a threshold may be asked for twice. */
export function probabilityRows(
  run: ForecastRun,
  { periods }: ServedProbabilities,
  { thresholds, hours }: Question,
) {
  const ofPeriods = csvRowsOf(PERIOD_COLUMNS, periods);
  return {
    name: ['probabilities', run.product, ...firstAndLastDay(periods), runName(run.issuedAt)],
    columns: [
      ...Object.keys(PERIOD_COLUMNS),
      ...thresholds.map((threshold) => `at_most_${threshold} (0-1)`),
      `among_${hours}h_cheapest (0-1)`,
      `among_${hours}h_dearest (0-1)`,
      'simulated',
    ],
    rows: periods.map(({ atMost, cheapest, dearest }, i) => [
      ...ofPeriods[i],
      ...[...atMost, cheapest, dearest].map(roundProbability),
      run.dataOrigin === 'simulator',
    ]),
  };
}
