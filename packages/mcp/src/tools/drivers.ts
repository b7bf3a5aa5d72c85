import { z } from 'zod';
import { AUCTION, dayArgument, forecastOf } from '../arguments.ts';
import { ENVELOPE, ROWS_INPUT, ROWS_LEFT_OUT, capRows, envelopeOf } from '../envelope.ts';
import { meanPrice } from '../figures.ts';
import { defineTool } from '../tool.ts';

/** Drivers of an hour that are given, the strongest first. */
const STRONGEST = 3;

const DRIVER = z.object({
  input: z
    .string()
    .describe('Group of inputs, such as wind, load, recent_prices, calendar or, of Portugal, zone_spread'),
  value: z.number().describe('What it adds to the price, EUR/MWh'),
});

export const driversTool = defineTool(
  {
    name: 'explain_forecast',
    title: 'Why a price is forecast',
    description:
      'What makes the forecast of a day: what each input adds to the mean price of the four weeks before, over the day and hour by hour with the strongest three. ' +
      'Baseline and all drivers add up to the price.',
    input: { date: dayArgument('Delivery day').default('tomorrow'), ...AUCTION, ...ROWS_INPUT },
    output: {
      date: z.string(),
      summary: z.object({
        mean: z.number().describe('Mean of the forecast prices'),
        mean_baseline: z.number().describe('Mean price of the same hours over the four weeks before'),
        drivers: z.array(DRIVER).describe('Mean over the hours, the strongest first'),
      }),
      rows: z.array(
        z.object({
          start: z.string(),
          price: z.number(),
          baseline: z.number(),
          drivers: z.array(DRIVER),
        }),
      ),
      ...ROWS_LEFT_OUT,
    },
    async read(client, { date, market_id, max_rows: most, ...named }) {
      const { product } = forecastOf({ market_id, ...named });
      const found = await client.dashboard.drivers({ market_id, product, date });
      const { hours } = found;
      const inputs = [...new Set(hours.flatMap(({ drivers }) => drivers.map(({ input }) => input)))];
      const means = inputs.map((input) => ({
        input,
        value: meanPrice(
          hours.map(({ drivers }) => drivers.find((driver) => driver.input === input)?.value ?? 0),
        ),
      }));
      return {
        ...envelopeOf(found),
        date: found.date,
        summary: {
          mean: meanPrice(hours.map(({ value }) => value)),
          mean_baseline: meanPrice(hours.map(({ baseline }) => baseline)),
          drivers: strongestFirst(means),
        },
        ...capRows(
          hours.map(({ start, value, baseline, drivers }) => ({
            start,
            price: value,
            baseline,
            drivers: strongestFirst(drivers).slice(0, STRONGEST),
          })),
          most,
        ),
      };
    },
  },
  ENVELOPE,
);

function strongestFirst(drivers: readonly { input: string; value: number }[]) {
  return drivers
    .toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value))
    .map(({ input, value }) => ({ input, value }));
}
