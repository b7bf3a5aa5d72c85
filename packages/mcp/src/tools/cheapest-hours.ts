import { z } from 'zod';
import { MARKET_ID, dayArgument, productIdOf } from '../arguments.ts';
import { ENVELOPE, envelopeOf, madridTime } from '../envelope.ts';
import { meanPrice } from '../figures.ts';
import { defineTool } from '../tool.ts';

interface Hour {
  start: string;
  price: number;
  p10: number | null;
  p90: number | null;
  probability: number | null;
}

export const cheapestHoursTool = defineTool(
  {
    name: 'find_cheapest_hours',
    title: 'Cheapest or dearest hours of a day',
    description:
      'The cheapest (or dearest) hours of a day at the day-ahead auction, apart and in a row: from cleared prices where the auction has cleared, else from the forecast, ' +
      'with the probability that each is among them. These are prices of the market; for those of a home bill use get_home_tariff.',
    input: {
      date: dayArgument('Delivery day').default('tomorrow'),
      market_id: MARKET_ID,
      hours: z.number().int().min(1).max(24).default(4).describe('How many hours'),
      order: z.enum(['cheapest', 'dearest']).default('cheapest').describe('Which end of the day'),
    },
    output: {
      date: z.string(),
      basis: z.enum(['cleared', 'forecast']).describe('Whether the prices are known or forecast'),
      summary: z.object({
        mean: z.number().describe('Mean price of these hours'),
        mean_of_day: z.number(),
        in_a_row: z
          .object({ start: z.string(), hours: z.number(), mean: z.number() })
          .describe('As many hours in a row with the lowest (or highest) mean'),
      }),
      rows: z.array(
        z.object({
          start: z.string(),
          price: z.number(),
          p10: z.number().nullable(),
          p90: z.number().nullable(),
          probability: z
            .number()
            .nullable()
            .describe(
              'That it is as cheap (or dear) as so many hours of the day, 0 to 1; null of known prices',
            ),
        }),
      ),
    },
    async read(client, { date, market_id, hours: wanted, order }) {
      const cleared = await client.marketData.prices({
        market_id,
        market: 'day-ahead',
        date_from: date,
        date_to: date,
        page_size: 100,
      });
      if (cleared.items.length > 0) {
        const known = cleared.items.map(({ start, price }) => ({
          start,
          price,
          p10: null,
          p90: null,
          probability: null,
        }));
        return {
          ...envelopeOf(cleared, { market: productIdOf(market_id, 'day-ahead') }),
          basis: 'cleared' as const,
          ...choose(known),
        };
      }
      const asked = { market_id, product: 'da' as const, date };
      const [run, chances] = await Promise.all([
        client.forecasts.get(asked),
        client.forecasts.priceProbabilities({ ...asked, hours: wanted }),
      ]);
      const probabilityOf = new Map(chances.points.map((point) => [point.time, point[order]]));
      const forecast = run.points.map(({ time, value, p10, p90 }) => ({
        start: madridTime(time),
        price: value,
        p10,
        p90,
        probability: probabilityOf.get(time) ?? null,
      }));
      return { ...envelopeOf(run), basis: 'forecast' as const, ...choose(forecast) };

      function choose(day: readonly Hour[]) {
        const count = Math.min(wanted, day.length);
        const sign = order === 'cheapest' ? 1 : -1;
        const chosen = day.toSorted((a, b) => sign * (a.price - b.price)).slice(0, count);
        const windows = day
          .slice(0, day.length - count + 1)
          .map(({ start }, first) => ({ start, prices: pricesOf(day.slice(first, first + count)) }));
        const best = windows.reduce((found, window) =>
          sign * (sumOf(window.prices) - sumOf(found.prices)) < 0 ? window : found,
        );
        return {
          date: day[0].start.slice(0, 10),
          summary: {
            mean: meanPrice(pricesOf(chosen)),
            mean_of_day: meanPrice(pricesOf(day)),
            in_a_row: { start: best.start, hours: count, mean: meanPrice(best.prices) },
          },
          rows: chosen.map((hour) => ({ ...hour })),
        };
      }
    },
  },
  ENVELOPE,
);

function pricesOf(hours: readonly { price: number }[]): number[] {
  return hours.map(({ price }) => price);
}

/** In cents, which have no rounding of their own. */
function sumOf(prices: readonly number[]): number {
  return prices.reduce((sum, price) => sum + Math.round(price * 100), 0);
}
