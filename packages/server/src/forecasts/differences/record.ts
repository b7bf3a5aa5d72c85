import { meanChange, shownChange, valueChange } from '@lonja/forecasting/metrics';
import { z } from 'zod';
import { PRICE_UNIT, productFields } from '../../ground/market-ids.ts';
import { formatInstant, roundPrice, roundSystemPower } from '../../ground/http/wire.ts';
import { inputName } from '../runs/forecast-contributions.ts';
import { POINT_FIELDS, TimeField } from '../runs/points-record.ts';
import { DATA_FIELDS, toRunFields } from '../runs/forecasts-record.ts';
import { pointFields } from '../runs/wire.ts';
import type { ForecastRun } from '../runs/run-store.ts';
import type { Difference, ExplainedPeriod, InputChange } from './get-difference.ts';
import {
  countField,
  DEGRADED_FIELDS,
  DegradedReasonsField,
  ForecastIdField,
  MarketIdField,
  MarketProductIdField,
  ModelVersionField,
  ProductField,
  ResolutionField,
  SimulatedField,
  UnitField,
  instantField,
  priceField,
} from '../../ground/http/fields.ts';
import { CsvLocale, Format, Resolution, dayParameter } from '../../ground/http/parameters.ts';

const RunId = (which: string) =>
  z
    .string()
    .min(1)
    .max(64)
    .meta({
      description: `Identifier of the ${which} run; GET /forecasts/runs lists them`,
      examples: ['0b0a7a52-3c4e-4a39-9d0e-6a3fb0a7f1de'],
    });

export const DifferenceQuery = z.strictObject({
  from_run: RunId('first'),
  to_run: RunId('second'),
  date: dayParameter('One delivery day instead of all that both runs cover').optional(),
  resolution: Resolution,
  format: Format,
  locale: CsvLocale,
});

const ComparedRun = z
  .object({
    forecast_id: ForecastIdField,
    issued_at: instantField('When the run was issued'),
    published_at: instantField('When it could be read', '2026-03-30T10:06:30Z'),
    model_version: ModelVersionField,
    ...DATA_FIELDS,
    explained: z.boolean().meta({
      description:
        'Whether explanations are stored with it for some of these days; contributions need those of both runs',
      examples: [true],
    }),
    ...DEGRADED_FIELDS,
  })
  .meta({ id: 'ComparedRun' });

const Bounds = z.object(POINT_FIELDS).meta({ id: 'ComparedForecast' });

const InputField = z.string().meta({
  description:
    'Group of inputs as in GET /dashboard/drivers; `baseline` is the mean price of the four weeks before, `rest` what explanations do not hold, such as limits',
  examples: ['wind'],
});

const DifferencePoint = z
  .object({
    time: TimeField,
    from: Bounds,
    to: Bounds,
    change: priceField('Second minus first run', -2.31),
    contributions: z
      .array(
        z
          .object({ input: InputField, value: priceField('How much more it adds than before', -1.8) })
          .meta({ id: 'ChangedContribution' }),
      )
      .nullable()
      .meta({
        description: 'They add up to the change, up to rounding; null where a run has no explanation',
      }),
  })
  .meta({ id: 'DifferencePoint' });

const MeanContribution = z
  .object({
    input: InputField,
    mean: priceField('Mean over the explained periods', -1.8),
    mean_absolute: priceField('Mean size', 2.2),
  })
  .meta({ id: 'MeanContribution' });

function amount(description: string, example: number) {
  return z.number().meta({
    description: `${description}, in \`unit\`, MW with 1, EUR/MWh with 2 decimals`,
    examples: [example],
  });
}

const ChangedInput = z
  .object({
    input: z.string().meta({
      description: '`load`, `wind`, `solar`, or `gas`: its last settlement, the same in every hour',
      examples: ['wind'],
    }),
    unit: z.enum(['MW', 'EUR/MWh']).meta({ description: 'Of its values', examples: ['MW'] }),
    hours: countField('Hours in which both runs knew it', 24),
    hours_only_to: countField('Hours in which the second run alone knew it', 0),
    hours_only_from: countField('Hours in which the first run alone knew it', 0),
    mean_from: amount('Its mean as the first run knew it; null without such hours', 9120.4).nullable(),
    mean_to: amount('The same of the second run', 9620.1).nullable(),
    mean_change: amount('Mean change', 499.7).nullable(),
    mean_absolute_change: amount('Mean size of the change', 610.2).nullable(),
    largest: z
      .object({
        time: instantField('Start of the hour', '2026-03-31T18:00:00Z'),
        from: amount('As the first run knew it', 8000),
        to: amount('As the second run knew it', 9700),
      })
      .nullable()
      .meta({
        id: 'LargestInputChange',
        description: 'The hour in which it changed most; null where it did not',
      }),
  })
  .meta({ id: 'ChangedInput' });

export const ForecastDifference = z
  .object({
    market_id: MarketIdField,
    product: ProductField,
    market_product_id: MarketProductIdField,
    unit: UnitField,
    resolution: ResolutionField,
    from: ComparedRun,
    to: ComparedRun,
    model_changed: z.boolean().meta({ description: 'Whether the runs are of two model versions' }),
    mean_change: priceField('Mean change of the point estimate', -0.8),
    mean_absolute_change: priceField('Mean size of the change', 2.1),
    contributions: z.array(MeanContribution).meta({ description: 'The largest first' }),
    inputs: z
      .array(ChangedInput)
      .meta({ description: 'Load, wind, sun and gas in the hours of the periods' }),
    new_reasons: DegradedReasonsField.meta({ description: 'Why the second run alone is weaker than usual' }),
    gone_reasons: DegradedReasonsField.meta({ description: 'Why the first run alone was' }),
    points: z.array(DifferencePoint).meta({ description: 'The periods that both runs forecast, in order' }),
    total: countField('Number of them', 144, 1),
    simulated: SimulatedField,
  })
  .meta({ id: 'ForecastDifference' });
export type ForecastDifference = z.infer<typeof ForecastDifference>;

/** The answer beside resolution and origin of the data. */
export function toDifference(
  from: ForecastRun,
  to: ForecastRun,
  { periods, isExplained, inputs, reasons }: Difference,
): Omit<ForecastDifference, 'resolution' | 'simulated'> {
  const { mean, meanAbsolute } = meanChange(periods.map(changeOf));
  return {
    ...productFields(to.product),
    unit: PRICE_UNIT,
    from: { ...toRunFields(from), explained: isExplained.from },
    to: { ...toRunFields(to), explained: isExplained.to },
    model_changed: from.modelVersionId !== to.modelVersionId,
    mean_change: roundPrice(mean),
    mean_absolute_change: roundPrice(meanAbsolute),
    contributions: meanContributions(periods),
    inputs: inputs.map(toInput),
    new_reasons: reasons.new,
    gone_reasons: reasons.gone,
    points: periods.map((period) => ({
      time: formatInstant(period.start),
      from: pointFields(period.from),
      to: pointFields(period.to),
      change: changeOf(period),
      contributions:
        contributionsOf(period)?.map(({ input, value }) => ({ input, value: roundPrice(value) })) ?? null,
    })),
    total: periods.length,
  };
}

/** Of what is shown: the difference of two rounded prices. */
export function changeOf({ from, to }: ExplainedPeriod): number {
  return shownChange(from.value, to.value, roundPrice);
}

function contributionsOf({ explained }: ExplainedPeriod): { input: string; value: number }[] | undefined {
  if (explained === undefined) return undefined;
  return [
    ...explained.groups.map(({ group, value }) => ({ input: inputName(group), value })),
    { input: 'rest', value: explained.rest },
  ];
}

function meanContributions(periods: readonly ExplainedPeriod[]): ForecastDifference['contributions'] {
  const values = periods.flatMap((period) => contributionsOf(period) ?? []);
  return [...Map.groupBy(values, ({ input }) => input)]
    .map(([input, ofInput]) => {
      const { mean, meanAbsolute } = meanChange(ofInput.map(({ value }) => value));
      return { input, mean: roundPrice(mean), mean_absolute: roundPrice(meanAbsolute) };
    })
    .toSorted((a, b) => b.mean_absolute - a.mean_absolute);
}

function toInput({
  input,
  unit,
  hours,
  onlyTo,
  onlyFrom,
}: InputChange): ForecastDifference['inputs'][number] {
  const round = unit === 'MW' ? roundSystemPower : roundPrice;
  const change = valueChange(hours);
  const { largest } = change ?? {};
  return {
    input,
    unit,
    hours: hours.length,
    hours_only_to: onlyTo,
    hours_only_from: onlyFrom,
    mean_from: change ? round(change.from) : null,
    mean_to: change ? round(change.to) : null,
    mean_change: change ? round(change.mean) : null,
    mean_absolute_change: change ? round(change.meanAbsolute) : null,
    largest:
      largest === undefined || largest.from === largest.to
        ? null
        : { time: formatInstant(largest.start), from: round(largest.from), to: round(largest.to) },
  };
}
