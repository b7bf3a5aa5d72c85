import { z } from 'zod';
import {
  HourField,
  instantField,
  priceField,
  ResolutionField,
  SimulatedField,
  StartField,
  dayField,
} from '../../ground/http/fields.ts';
import { CsvLocale, dayParameter, Format } from '../../ground/http/parameters.ts';

export const CurvesQuery = z.strictObject({
  date: dayParameter('Delivery day in Europe/Madrid'),
  format: Format,
  locale: CsvLocale,
});

const MoreField = (megawatts: number, example: number) =>
  priceField(
    `Price at which ${Math.abs(megawatts).toLocaleString('en-US')} MW ${megawatts < 0 ? 'less' : 'more'} had cleared`,
    example,
  );

const CurvePeriod = z
  .object({
    start: StartField,
    hour: HourField,
    minute: z.int().meta({ description: 'Minute of the hour in which the period starts', examples: [15] }),
    cleared_mw: z.number().meta({ description: 'Sold in the auction, MW, 1 decimal', examples: [27_104.3] }),
    less_2000: MoreField(-2000, 31.2),
    less_1000: MoreField(-1000, 44.9),
    less_500: MoreField(-500, 52),
    more_500: MoreField(500, 63.4),
    more_1000: MoreField(1000, 70.1),
    more_2000: MoreField(2000, 86.5),
  })
  .meta({ id: 'CurvePeriod' });

export const Curves = z
  .object({
    date: dayField('Delivery day'),
    resolution: ResolutionField.nullable().meta({ description: 'Null where nothing is known of the day' }),
    known_since: instantField(
      'When the last of the values became public; null where there is none',
    ).nullable(),
    items: z
      .array(CurvePeriod)
      .meta({ description: 'In order of time; empty where nothing is known of the day' }),
    simulated: SimulatedField,
  })
  .meta({ id: 'Curves' });
