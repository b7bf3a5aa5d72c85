import { z } from 'zod';
import { AUCTION, dayArgument, forecastOf } from '../arguments.ts';
import { ENVELOPE, ROWS_INPUT, ROWS_LEFT_OUT, capRows, envelopeOf, madridTime } from '../envelope.ts';
import { defineTool } from '../tool.ts';

const PROBABILITY = z.number().describe('0 to 1');

export const probabilitiesTool = defineTool(
  {
    name: 'get_probabilities',
    title: 'Probabilities of low prices',
    description:
      'How likely prices at or below thresholds are on a day: in any hour, in so many hours together or apart, in so many in a row, and then hour by hour. ' +
      'The threshold 0 asks for prices that are not above zero.',
    input: {
      date: dayArgument('Delivery day').default('tomorrow'),
      ...AUCTION,
      thresholds: z
        .array(z.number().min(-500).max(4000))
        .min(1)
        .max(5)
        .default([0])
        .describe('Prices in EUR/MWh, 1 to 5, each once'),
      hours: z.number().int().min(1).max(24).default(4).describe('Hours of the day that are counted'),
      ...ROWS_INPUT,
    },
    output: {
      date: z.string(),
      summary: z
        .array(
          z.object({
            threshold: z.number(),
            any_hour: PROBABILITY,
            so_many_hours: PROBABILITY.describe('In as many hours as asked for or more, 0 to 1'),
            in_a_row: PROBABILITY.describe('In as many hours in a row or more, 0 to 1'),
          }),
        )
        .describe('Of the whole day'),
      rows: z.array(
        z.object({
          start: z.string(),
          at_most: z
            .array(PROBABILITY)
            .describe('That the price is at or below each threshold, in their order'),
        }),
      ),
      ...ROWS_LEFT_OUT,
    },
    async read(client, { date, market_id, thresholds, hours, max_rows: most, ...named }) {
      const found = await client.forecasts.priceProbabilities({
        ...forecastOf({ market_id, ...named }),
        date,
        thresholds: thresholds.join(),
        hours,
      });
      const [day] = found.days;
      return {
        ...envelopeOf(found),
        date: day.date,
        summary: found.thresholds.map((threshold, place) => ({
          threshold,
          any_hour: day.any[place],
          so_many_hours: day.at_least[place],
          in_a_row: day.consecutive[place],
        })),
        ...capRows(
          found.points.map(({ time, at_most }) => ({ start: madridTime(time), at_most })),
          most,
        ),
      };
    },
  },
  ENVELOPE,
);
