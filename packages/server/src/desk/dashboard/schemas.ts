import { ZONES, TIME_ZONE } from '@lonja/forecasting/market';
import { z } from 'zod';
import {
  ForecastIdField,
  HourField,
  MarketIdField,
  MarketProductIdField,
  ModelVersionField,
  ProductField,
  SimulatedField,
  StartField,
  UnitField,
  dayField,
  instantField,
  priceField,
} from '../../ground/http/fields.ts';
import { MarketId, ProductName, dayParameter } from '../../ground/http/parameters.ts';

export const DriversQuery = z.strictObject({
  market_id: MarketId.default(ZONES[0]),
  product: ProductName.default('da'),
  date: dayParameter(`Delivery day in ${TIME_ZONE}`),
});

const Driver = z
  .object({
    input: z.string().meta({
      description:
        'Group of inputs: `calendar` (weekday, season and what the model has learnt of the market), `recent_prices`, an input such as `load`, `wind` or `solar`, or `zone_spread`, how far Portugal is expected to clear from Spain',
      examples: ['wind'],
    }),
    value: priceField('What the group adds to the forecast', -12.4),
    change: priceField(
      'How much more than in the run before; null where that run has no figure for it',
      -3.1,
    ).nullable(),
  })
  .meta({ id: 'Driver' });

export const Drivers = z
  .object({
    market_id: MarketIdField,
    product: ProductField,
    market_product_id: MarketProductIdField,
    date: dayField('Delivery day'),
    forecast_id: ForecastIdField,
    issued_at: instantField('When the run was issued'),
    model_version: ModelVersionField,
    previous_forecast_id: ForecastIdField.nullable().meta({
      description: 'The run before it that covers the day, against which changes are given',
      examples: ['5d2f4b1c-7e0f-4c8e-9f57-2b7f0c3b8a11'],
    }),
    unit: UnitField,
    hours: z.array(
      z
        .object({
          hour: HourField,
          start: StartField,
          value: priceField('Point estimate: the baseline and all that drives the hour', 84.12),
          baseline: priceField('Mean price of the hour over the four weeks before', 71.3),
          drivers: z.array(Driver),
        })
        .meta({ id: 'DrivenHour' }),
    ),
    simulated: SimulatedField,
  })
  .meta({ id: 'Drivers' });
export type Drivers = z.infer<typeof Drivers>;
