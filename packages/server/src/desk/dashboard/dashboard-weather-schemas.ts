import { ZONES, TIME_ZONE } from '@lonja/forecasting/market';
import { z } from 'zod';
import {
  ForecastIdField,
  HourField,
  MarketIdField,
  MarketProductIdField,
  ProductField,
  SimulatedField,
  StartField,
  dayField,
  instantField,
} from '../../ground/http/fields.ts';
import { MarketId, ProductName, dayParameter } from '../../ground/http/parameters.ts';

export const WeatherQuery = z.strictObject({
  market_id: MarketId.default(ZONES[0]),
  product: ProductName.default('da'),
  date: dayParameter(`Delivery day in ${TIME_ZONE}`),
});

function weatherValue(id: string, unit: string, [forecast, change, observed]: [number, number, number]) {
  const field = (description: string, example: number) =>
    z
      .number()
      .nullable()
      .meta({ description: `${description}, ${unit}; null where it is not known`, examples: [example] });
  return z
    .object({
      forecast: field('As the run knew it', forecast),
      change: field('How much more than the run before knew', change),
      observed: field('What it was, from a reanalysis days later', observed),
    })
    .meta({ id });
}

export const Weather = z
  .object({
    market_id: MarketIdField,
    product: ProductField,
    market_product_id: MarketProductIdField,
    date: dayField('Delivery day'),
    forecast_id: ForecastIdField.nullable().meta({
      description:
        'The newest run that covers the day; null where there is none: then the weather is as known now',
      examples: ['0b0a7a52-3c4e-4a39-9d0e-6a3fb0a7f1de'],
    }),
    issued_at: instantField('When the run was issued').nullable(),
    previous_forecast_id: ForecastIdField.nullable().meta({
      description: 'The run before it that covers the day, against which changes are given',
      examples: ['5d2f4b1c-7e0f-4c8e-9f57-2b7f0c3b8a11'],
    }),
    has_weather: z.boolean().meta({
      description: 'False where no weather of any day is stored: no source of it is set up',
      examples: [true],
    }),
    hours: z.array(
      z
        .object({
          hour: HourField,
          start: StartField,
          temperature_c: weatherValue('Temperature', '°C, weighted by load', [18.4, -0.6, 18.1]),
          wind_speed_m_s: weatherValue(
            'WindSpeed',
            'm/s at 100 m, weighted by wind capacity',
            [7.2, 0.9, 6.8],
          ),
          irradiance_w_m2: weatherValue('Irradiance', 'W/m², weighted by solar capacity', [612.5, 14.2, 640]),
        })
        .meta({ id: 'WeatherHour' }),
    ),
    simulated: SimulatedField,
  })
  .meta({ id: 'DayWeather' });
export type Weather = z.infer<typeof Weather>;
