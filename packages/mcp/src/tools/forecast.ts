import { z } from 'zod';
import { AUCTION, forecastOf, RESOLUTION, dayArgument } from '../arguments.ts';
import { ENVELOPE, ROWS_INPUT, ROWS_LEFT_OUT, capRows, envelopeOf, madridTime } from '../envelope.ts';
import { cheapestOf, dearestOf, meanPrice } from '../figures.ts';
import { defineTool } from '../tool.ts';
import { PRICED } from './priced.ts';

export const forecastTool = defineTool(
  {
    name: 'get_forecast',
    title: 'Forecast of a day',
    description:
      'The newest forecast of a delivery day, tomorrow by default: mean, lowest and highest price, then each hour or quarter hour with its 10-90 % interval. ' +
      'For prices that have cleared use get_prices.',
    input: {
      date: dayArgument('Delivery day').default('tomorrow'),
      ...AUCTION,
      resolution: RESOLUTION,
      ...ROWS_INPUT,
    },
    output: {
      date: z.string(),
      summary: z.object({
        periods: z.number(),
        mean: z.number().describe('Plain mean of all periods'),
        lowest: PRICED,
        highest: PRICED,
        below_zero: z.number().describe('Periods whose price is forecast below zero'),
      }),
      rows: z.array(
        z.object({
          start: z.string(),
          price: z.number(),
          p10: z.number().describe('10th percentile'),
          p90: z.number().describe('90th percentile'),
        }),
      ),
      ...ROWS_LEFT_OUT,
    },
    async read(client, { date, market_id, resolution, max_rows: most, ...named }) {
      const run = await client.forecasts.get({
        ...forecastOf({ market_id, ...named }),
        date,
        resolution,
      });
      const rows = run.points.map(({ time, value, p10, p90 }) => ({
        start: madridTime(time),
        price: value,
        p10,
        p90,
      }));
      return {
        ...envelopeOf(run),
        date: rows[0].start.slice(0, 10),
        summary: {
          periods: rows.length,
          mean: meanPrice(rows.map(({ price }) => price)),
          lowest: cheapestOf(rows),
          highest: dearestOf(rows),
          below_zero: rows.filter(({ price }) => price < 0).length,
        },
        ...capRows(rows, most),
      };
    },
  },
  ENVELOPE,
);
