import { TIME_ZONE } from '@lonja/forecasting/market';
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
import { RUN_FIELDS } from '../runs/forecasts-schemas.ts';
import { SHIFTED_INPUTS } from './what-if.ts';

const MOST_SHIFTS = 20;
const MOST_MW = 100_000;
const MOST_PERCENT = 1000;
const MOST_GAS = 500;
/** Of the 25-hour day. */
const MOST_PERIODS = 25;

const Period = z.int().min(1).max(MOST_PERIODS).optional();

export const Shift = z
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
export type Shift = z.infer<typeof Shift>;

export const WhatIfBody = z.strictObject({
  market_id: KnownMarketId,
  product: z.literal('da').default('da').meta({ description: 'Market product: the day-ahead auction' }),
  resolution: Resolution,
  shifts: z
    .array(Shift)
    .max(MOST_SHIFTS)
    .meta({
      description: `What is supposed, ${MOST_SHIFTS} shifts at most, one after the other`,
      examples: [[{ input: 'wind', from_period: 18, to_period: 22, percent: -20 }]],
    }),
});

const SupposedPoint = z
  .object({
    time: instantField('Start of the delivery period', '2026-03-31T18:00:00Z'),
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
