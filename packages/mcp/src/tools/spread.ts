import { z } from 'zod';
import { MARKET_ID, RESOLUTION, dayArgument } from '../arguments.ts';
import { ENVELOPE, ROWS_INPUT, ROWS_LEFT_OUT, capRows, envelopeOf, madridTime } from '../envelope.ts';
import { meanPrice } from '../figures.ts';
import { defineTool } from '../tool.ts';

export const spreadTool = defineTool(
  {
    name: 'get_spread',
    title: 'Spread of an intraday auction',
    description:
      'What an intraday auction is expected to clear at above or below an earlier auction, with its 10-90 % interval and the probability that it is dearer.',
    input: {
      date: dayArgument('Delivery day').default('tomorrow'),
      market_id: MARKET_ID,
      product: z.enum(['ida1', 'ida2', 'ida3']).default('ida1').describe('Intraday auction'),
      reference: z
        .enum(['da', 'ida1', 'ida2'])
        .default('da')
        .describe('Earlier auction: day-ahead, or an intraday auction before the product'),
      resolution: RESOLUTION,
      ...ROWS_INPUT,
    },
    output: {
      date: z.string(),
      reference: z.string().describe('Market and product of the earlier auction'),
      summary: z.object({
        periods: z.number(),
        mean_spread: z.number().describe('Mean of the medians; above zero: the intraday auction is dearer'),
        mean_reference_price: z.number(),
        reference_cleared: z.number().describe('Periods whose price of the earlier auction is known'),
        likely_dearer: z.number().describe('Periods that are dearer with a probability above one half'),
      }),
      rows: z.array(
        z.object({
          start: z.string(),
          spread: z.number(),
          p10: z.number(),
          p90: z.number(),
          probability_dearer: z.number(),
          reference_price: z.number(),
          reference_is: z.enum(['cleared', 'forecast']),
        }),
      ),
      ...ROWS_LEFT_OUT,
    },
    async read(client, { date, market_id, product, reference, resolution, max_rows: most }) {
      const found = await client.forecasts.spreads({ market_id, product, reference, date, resolution });
      const rows = found.points.map((point) => ({
        start: madridTime(point.time),
        spread: point.value,
        p10: point.p10,
        p90: point.p90,
        probability_dearer: point.probability_positive,
        reference_price: point.reference_price,
        reference_is: point.reference,
      }));
      return {
        ...envelopeOf(found),
        date: rows[0].start.slice(0, 10),
        reference: found.reference_market_product_id,
        summary: {
          periods: rows.length,
          mean_spread: meanPrice(rows.map(({ spread }) => spread)),
          mean_reference_price: meanPrice(rows.map(({ reference_price: price }) => price)),
          reference_cleared: rows.filter(({ reference_is: basis }) => basis === 'cleared').length,
          likely_dearer: rows.filter(({ probability_dearer: chance }) => chance > 0.5).length,
        },
        ...capRows(rows, most),
      };
    },
  },
  ENVELOPE,
);
