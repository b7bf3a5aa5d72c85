import { type DeliveryDay, TIME_ZONE } from '@lonja/forecasting/market';
import type { ForecastPoint } from '@lonja/forecasting/data';
import { changeOf, commonPeriods, meansOfChangedDays } from '@lonja/forecasting/metrics';
import { z } from 'zod';
import {
  dayField,
  DEGRADED_FIELDS,
  instantField,
  ModelVersionField,
  priceField,
  ResolutionField,
  SimulatedField,
} from '../../ground/http/fields.ts';
import { dayParameter, KnownMarketId, Resolution } from '../../ground/http/parameters.ts';
import { formatInstant, roundPrice } from '../../ground/http/wire.ts';
import { TimeField } from '../runs/points-record.ts';
import { pointFields } from '../runs/wire.ts';
import { toRunFields, RUN_FIELDS } from '../runs/forecasts-record.ts';
import type { ServedRun } from '../runs/run-store.ts';

/** What can be shifted: inputs of the models, gas by its price, and power of plants that is missing. */
const SHIFTED_INPUTS = ['load', 'wind', 'solar', 'gas', 'outage'] as const;
type ShiftedInput = (typeof SHIFTED_INPUTS)[number];

/** One supposed change, as a caller has it. */
export interface Shift {
  input: ShiftedInput;
  /** Undefined: every day of the forecast. */
  day: DeliveryDay | undefined;
  /** Hours of the day, from 1 in order of time; undefined: from its first, or to its last. */
  fromPeriod: number | undefined;
  toPeriod: number | undefined;
  change: { add: number } | { percent: number } | { likeDay: DeliveryDay };
}

export interface WhatIfRequest {
  runId: string;
  resolution: 'PT1H' | 'PT15M';
  shifts: Shift[];
}

/** Hours of an input that was shifted: MW, or EUR/MWh of gas. */
export interface SupposedInput {
  input: 'load' | 'wind' | 'solar' | 'gas';
  /** Of gas one, from the first day on. */
  values: { start: number; base: number; supposed: number }[];
}

/** A forecast as it would have been with other inputs, of the days that had not cleared when the run was issued. */
export interface WhatIf {
  points: ForecastPoint[];
  inputs: SupposedInput[];
  /** How long the models were fitted for it, ms; 0 where they were there. */
  fittedMs: number;
}

/** Makes what-ifs off the thread that answers requests. */
export interface WhatIfs {
  /** Throws AppError where the shifts cannot be, the run cannot be asked, or others wait already. */
  make(request: WhatIfRequest): Promise<WhatIf>;
  close(): Promise<void>;
}

const MOST_SHIFTS = 20;
const MOST_MW = 100_000;
const MOST_PERCENT = 1000;
const MOST_GAS = 500;
/** Of the 25-hour day. */
const MOST_PERIODS = 25;

const Period = z.int().min(1).max(MOST_PERIODS).optional();

const AskedShift = z
  .strictObject({
    input: z.enum(SHIFTED_INPUTS).meta({
      description:
        'What is shifted: `load`, `wind` or `solar`; `gas`, its price before the auction; `outage`, power of plants that is missing, which others have to make up for',
    }),
    date: dayParameter(`Delivery day in ${TIME_ZONE}; absent: every day of the forecast`).optional(),
    from_period: Period.meta({
      description: 'First hour of the day, from 1 in order of time; absent: the first',
    }),
    to_period: Period.meta({ description: 'Last hour of the day, 23 to 25 at most; absent: the last' }),
    mw: z
      .number()
      .min(-MOST_MW)
      .max(MOST_MW)
      .optional()
      .meta({ description: 'So much more; negative: less', examples: [-2000] }),
    percent: z
      .number()
      .min(-100)
      .max(MOST_PERCENT)
      .optional()
      .meta({ description: 'So much more in percent; negative: less', examples: [-20] }),
    eur_mwh: z
      .number()
      .min(-MOST_GAS)
      .max(MOST_GAS)
      .optional()
      .meta({ description: 'Of gas: so much dearer', examples: [5] }),
    like: dayParameter('Day whose load, wind or sun it is', '2026-03-24').optional(),
  })
  .superRefine(({ input, mw, percent, eur_mwh, like, from_period, to_period }, check) => {
    const fault = (message: string) => check.addIssue({ code: 'custom', message });
    const sent = [mw, percent, eur_mwh, like].filter((value) => value !== undefined);
    if (sent.length !== 1) fault('Send one of mw, percent, eur_mwh and like.');
    else if (input === 'gas' && mw !== undefined) fault('Gas is shifted by eur_mwh or percent.');
    else if (input !== 'gas' && eur_mwh !== undefined)
      fault('Load, wind, sun and outages are shifted by mw.');
    if (from_period !== undefined && to_period !== undefined && from_period > to_period)
      fault('to_period must not be before from_period.');
  })
  .meta({ id: 'InputShift', description: 'One of `mw`, `percent`, `eur_mwh` and `like`' });
type AskedShift = z.infer<typeof AskedShift>;

export const WhatIfBody = z.strictObject({
  market_id: KnownMarketId,
  product: z.literal('da').default('da').meta({ description: 'Market product: the day-ahead auction' }),
  resolution: Resolution,
  shifts: z
    .array(AskedShift)
    .max(MOST_SHIFTS)
    .meta({
      description: `What is supposed, ${MOST_SHIFTS} shifts at most, one after the other`,
      examples: [[{ input: 'wind', from_period: 18, to_period: 22, percent: -20 }]],
    }),
});

const SupposedPoint = z
  .object({
    time: TimeField,
    value: priceField('Point estimate with the shifts', 91.3),
    p10: priceField('10th percentile with the shifts', 78.2),
    p90: priceField('90th percentile with the shifts', 104.6),
    base_value: priceField('Point estimate of the current forecast', 84.12),
    base_p10: priceField('10th percentile of the current forecast', 71.4),
    base_p90: priceField('90th percentile of the current forecast', 97.03),
    change: priceField('`value` less `base_value`', 7.18),
  })
  .meta({ id: 'WhatIfPoint' });

const SupposedDay = z
  .object({
    date: dayField('Delivery day'),
    base_mean: priceField('Mean of the current forecast', 70.4),
    mean: priceField('Mean with the shifts', 74.9),
    change: priceField('`mean` less `base_mean`', 4.5),
  })
  .meta({ id: 'WhatIfDay' });

const SupposedInputRecord = z
  .object({
    input: z.enum(['load', 'wind', 'solar', 'gas']),
    unit: z.enum(['MW', 'EUR/MWh']),
    values: z.array(
      z
        .object({
          time: instantField('Start of the hour; of gas of the first day', '2026-03-31T18:00:00Z'),
          base: z.number().meta({ description: 'As the forecast knew it', examples: [9200] }),
          supposed: z.number().meta({ description: 'With the shifts', examples: [7360] }),
        })
        .meta({ id: 'SupposedValue' }),
    ),
  })
  .meta({ id: 'SupposedInput', description: 'An input that was shifted, by hours' });

export const WhatIfRecord = z
  .object({
    hypothetical: z
      .literal(true)
      .meta({ description: 'Always true: what the current forecast would be if inputs were others' }),
    ...RUN_FIELDS,
    resolution: ResolutionField,
    model_version: ModelVersionField,
    points: z.array(SupposedPoint),
    days: z.array(SupposedDay),
    inputs: z.array(SupposedInputRecord),
    fitted_ms: z.number().meta({
      description: 'How long the models of the run were fitted once more for this answer; 0: they were there',
      examples: [0],
    }),
    ...DEGRADED_FIELDS,
    simulated: SimulatedField,
  })
  .meta({ id: 'WhatIf' });
export type WhatIfRecord = z.infer<typeof WhatIfRecord>;

/** A shift as the models are asked with it. */
export function toShift(asked: AskedShift): Shift {
  const { input, date, from_period, to_period, mw, percent, eur_mwh, like } = asked;
  const change =
    like === undefined
      ? percent === undefined
        ? { add: mw ?? eur_mwh ?? 0 }
        : { percent }
      : { likeDay: like };
  return { input, day: date, fromPeriod: from_period, toPeriod: to_period, change };
}

/** The hypothetical forecast beside the published one. */
export function toWhatIf(
  { run, points: published }: ServedRun,
  { points, inputs, fittedMs }: WhatIf,
  resolution: 'PT1H' | 'PT15M',
): WhatIfRecord {
  const periods = commonPeriods(published, points);
  if (periods.length < points.length) throw new Error('A what-if has the periods of its run.');
  return {
    hypothetical: true,
    ...toRunFields(run),
    resolution,
    points: periods.map(({ start, from: base, to: point }) => ({
      time: formatInstant(start),
      ...pointFields(point),
      base_value: roundPrice(base.value),
      base_p10: roundPrice(base.p10),
      base_p90: roundPrice(base.p90),
      change: roundPrice(changeOf({ from: base, to: point })),
    })),
    days: meansOfChangedDays(periods).map(({ day, from, to, change }) => ({
      date: day,
      base_mean: roundPrice(from),
      mean: roundPrice(to),
      change: roundPrice(change),
    })),
    inputs: inputs.map(({ input, values }) => ({
      input,
      unit: input === 'gas' ? 'EUR/MWh' : 'MW',
      values: values.map(({ start, base, supposed }) => ({
        time: formatInstant(start),
        base: roundPrice(base),
        supposed: roundPrice(supposed),
      })),
    })),
    fitted_ms: Math.round(fittedMs),
  };
}
