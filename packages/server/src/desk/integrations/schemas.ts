import { z } from 'zod';
import { SimulatedField, instantField } from '../../ground/http/fields.ts';

function retailField(description: string) {
  return z.number().meta({ description: `${description}, EUR/kWh, 5 decimals`, examples: [0.15213] });
}

const bound = (description: string) =>
  retailField(`${description}; null where the auction has cleared`).nullable();

export const HomeTariff = z
  .object({
    tariff: z.enum(['indexed', 'pvpc']).meta({ description: 'As it was asked for' }),
    unit: z.literal('EUR/kWh'),
    periods: z
      .array(
        z.object({
          start: instantField('Start of the period', '2026-03-31T18:00:00Z'),
          end: instantField('End of the period', '2026-03-31T19:00:00Z'),
          price: retailField('Price of the bill'),
          p10: bound('One outcome of ten lies below'),
          p90: bound('One outcome of ten lies above'),
          forecast: z.boolean().meta({ description: 'True while the auction has not cleared' }),
        }),
      )
      .meta({ description: 'From the period that runs now on, without a gap' }),
    futures: z
      .object({
        price: z
          .number()
          .meta({ description: 'Price of the basket that was used, EUR/MWh', examples: [66.4] }),
        source: z
          .enum(['request', 'mean_of_past_year'])
          .meta({ description: 'Where it comes from; the mean is of the day-ahead prices' }),
      })
      .nullable()
      .meta({ description: 'What the share of futures in the PVPC was priced at; null for `indexed`' }),
    published_error: z
      .number()
      .nullable()
      .meta({
        description:
          'Mean absolute error of the formula of the PVPC against the published one, with cleared prices and the documented values, on three days of 2025, EUR/kWh before taxes; it is not in the bounds. Null for `indexed`',
        examples: [0.00786],
      }),
    simulated: SimulatedField,
  })
  .meta({ id: 'HomeTariff' });

export const EvccTariff = z
  .array(
    z
      .object({
        start: instantField('Start of the period', '2026-03-31T18:00:00Z'),
        end: instantField('End of the period', '2026-03-31T19:00:00Z'),
        value: retailField('Price with surcharge and tax'),
      })
      .meta({ id: 'EvccRate' }),
  )
  .meta({ id: 'EvccTariff', description: 'From the period that runs now on, without a gap' });

export const HomeAssistantTariff = z
  .object({
    current: retailField('Price of the period that runs now'),
    unit: z.literal('EUR/kWh'),
    lowest: retailField('Lowest price of the coming 24 hours'),
    highest: retailField('Highest price of the coming 24 hours'),
    next_start: instantField('When the next period begins', '2026-03-31T19:00:00Z'),
    prices: z
      .array(
        z.object({
          start: instantField('Start of the period', '2026-03-31T18:00:00Z'),
          end: instantField('End of the period', '2026-03-31T19:00:00Z'),
          price: retailField('Price with surcharge and tax'),
          forecast: z.boolean().meta({ description: 'True while the auction has not cleared' }),
        }),
      )
      .meta({ description: 'From the period that runs now on, without a gap' }),
    compact: z
      .object({
        start: instantField('Start of the first period', '2026-03-31T18:00:00Z'),
        step_minutes: z.int().meta({ description: 'Length of each period', examples: [60] }),
        values: z.array(retailField('Price of each period, in order')),
        forecast_from: instantField('From here on prices are forecast', '2026-03-31T22:00:00Z').nullable(),
      })
      .optional()
      .meta({ description: 'Only with `form=compact`' }),
    simulated: SimulatedField,
  })
  .meta({ id: 'HomeAssistantTariff' });

export const PredbatTariff = z
  .object({
    current: retailField('Price of the period that runs now'),
    prices: z.array(
      z.object({
        from: instantField('Start of the period', '2026-03-31T18:00:00Z'),
        till: instantField('End of the period', '2026-03-31T19:00:00Z'),
        start: instantField('The same as `from`', '2026-03-31T18:00:00Z'),
        end: instantField('The same as `till`', '2026-03-31T19:00:00Z'),
        value: retailField('Price with surcharge and tax'),
      }),
    ),
    simulated: SimulatedField,
  })
  .meta({ id: 'PredbatTariff', description: 'The attribute `prices` as Predbat reads it' });

export const EmhassTariff = z
  .object({
    load_cost_forecast: z.array(retailField('Price of what is bought')),
    prod_price_forecast: z.array(retailField('Price of what is sold')),
    method_ts_round: z.literal('first').meta({
      description:
        'The first value is the price of the step that runs now; EMHASS has to round its start down',
    }),
    prediction_horizon: z.int().meta({ description: 'Length of both lists, in steps', examples: [48] }),
    soc_init: z
      .number()
      .optional()
      .meta({ description: 'As it was sent', examples: [0.5] }),
    soc_final: z
      .number()
      .optional()
      .meta({
        description: 'How full the battery is best at the end of the lists, 0 to 1; only with `soc_init`',
        examples: [0.42],
      }),
  })
  .meta({
    id: 'EmhassTariff',
    description: 'Runtime parameters as EMHASS takes them in the body of an optimisation',
  });

const perWh = (description: string) =>
  z.number().meta({ description: `${description}, EUR/Wh, 8 decimals`, examples: [0.00015213] });

export const EvccOptimizerInput = z
  .object({
    time_series: z.object({
      dt: z.array(
        z.int().meta({ description: 'Length of the step, s; of the first what is left', examples: [900] }),
      ),
      p_N: z.array(perWh('Price of what is bought')),
      p_E: z.array(perWh('Price of what is sold')),
    }),
    batteries: z
      .array(z.object({ p_a: perWh('What is left at the end is worth, at least 0') }))
      .meta({ description: 'One, for each of yours' }),
    eta_c: z.number().meta({ description: 'As `battery_efficiency` was sent', examples: [0.95] }),
    eta_d: z.number().meta({ description: 'The same', examples: [0.95] }),
  })
  .meta({
    id: 'EvccOptimizerInput',
    description: 'The part of a request to the optimiser of evcc that comes from prices',
  });
