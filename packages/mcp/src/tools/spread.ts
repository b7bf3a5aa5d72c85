import type { Client } from '@lonja/client';
import { z } from 'zod';
import { MARKET_ID, RESOLUTION, dayArgument } from '../arguments.ts';
import { CallFault } from '../describe-failure.ts';
import { ENVELOPE, ROWS_INPUT, ROWS_LEFT_OUT, capRows, envelopeOf, madridTime } from '../envelope.ts';
import { meanPrice } from '../figures.ts';
import { defineTool } from '../tool.ts';

export const spreadTool = defineTool(
  {
    name: 'get_spread',
    title: 'Spread of an intraday auction, or of Portugal to Spain',
    description:
      'What an intraday auction of Spain is expected to clear at above or below an earlier auction, with its 10-90 % interval and the probability that it is dearer. ' +
      'With market_id=pt: the same of the price of Portugal to that of Spain in one auction, with the probability that both differ.',
    input: {
      date: dayArgument('Delivery day').default('tomorrow'),
      market_id: MARKET_ID,
      product: z
        .enum(['ida1', 'ida2', 'ida3'])
        .optional()
        .describe('Intraday auction, by default ida1; of Portugal by default the day-ahead auction'),
      reference: z
        .enum(['da', 'ida1', 'ida2'])
        .optional()
        .describe('Earlier auction: day-ahead (default), or an intraday auction before the product'),
      resolution: RESOLUTION,
      ...ROWS_INPUT,
    },
    output: {
      date: z.string(),
      reference: z.string().describe('Market and product that the spread is to'),
      summary: z.object({
        periods: z.number(),
        mean_spread: z.number().describe('Mean of the rows; above zero: dearer than the reference'),
        mean_reference_price: z.number(),
        reference_cleared: z.number().describe('Periods whose reference price is known'),
        likely_dearer: z.number().describe('Periods that are dearer with a probability above one half'),
      }),
      rows: z.array(
        z.object({
          start: z.string(),
          spread: z.number(),
          p10: z.number(),
          p90: z.number(),
          probability_dearer: z.number(),
          probability_differs: z.number().optional(),
          reference_price: z.number(),
          reference_is: z.enum(['cleared', 'forecast']),
        }),
      ),
      ...ROWS_LEFT_OUT,
    },
    async read(client, { market_id, product, reference, max_rows: most, ...when }) {
      if (market_id === 'pt' && reference !== undefined)
        throw new CallFault(
          'The spread of Portugal is that to Spain in the same auction: send market_id=pt without reference.',
        );
      const { rows, ...said } =
        market_id === 'pt'
          ? await readZones(client, { product: product ?? 'da', ...when })
          : await readAuctions(client, { product: product ?? 'ida1', reference: reference ?? 'da', ...when });
      return {
        ...said,
        date: rows[0].start.slice(0, 10),
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

interface When {
  date: string;
  resolution: 'PT1H' | 'PT15M';
}

interface Auctions extends When {
  product: 'ida1' | 'ida2' | 'ida3';
  reference: 'da' | 'ida1' | 'ida2';
}

/** An intraday auction of Spain to an earlier one. */
async function readAuctions(client: Client, asked: Auctions) {
  const found = await client.forecasts.spreads({ market_id: 'es', ...asked });
  const rows = found.points.map((point) => ({
    start: madridTime(point.time),
    spread: point.value,
    p10: point.p10,
    p90: point.p90,
    probability_dearer: point.probability_positive,
    reference_price: point.reference_price,
    reference_is: point.reference,
  }));
  return { ...envelopeOf(found), reference: found.reference_market_product_id, rows };
}

/** Portugal to Spain, by the run of Spain that its own was made from. */
async function readZones(
  client: Client,
  { product, date, resolution }: When & { product: 'da' | 'ida1' | 'ida2' | 'ida3' },
) {
  const found = await client.forecasts.zoneSpreads({ market_id: 'pt', product, date, resolution });
  const spain = await client.forecasts.run({ forecast_id: found.against_forecast_id, resolution });
  const priceAt = new Map(spain.points.map(({ time, value }) => [time, value]));
  const rows = found.points.flatMap((point) => {
    const price = priceAt.get(point.time);
    if (price === undefined) return [];
    return {
      start: madridTime(point.time),
      spread: point.value,
      p10: point.p10,
      p90: point.p90,
      probability_dearer: point.probability_above,
      probability_differs: point.probability_split,
      reference_price: price,
      reference_is: 'forecast' as const,
    };
  });
  return { ...envelopeOf(found), reference: found.against_market_product_id, rows };
}
