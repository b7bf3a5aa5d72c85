import { z } from 'zod';
import { AUCTION, DAYS, RESOLUTION, auctionOf, daysOf, productIdOf } from '../arguments.ts';
import { ENVELOPE, MOST_ROWS, ROWS_INPUT, ROWS_LEFT_OUT, capRows, envelopeOf } from '../envelope.ts';
import { cheapestOf, dearestOf, meanPrice } from '../figures.ts';
import { defineTool } from '../tool.ts';
import { PRICED } from './priced.ts';

export const pricesTool = defineTool(
  {
    name: 'get_prices',
    title: 'Cleared prices',
    description:
      'Prices that an auction has cleared at, today by default. Of one day: each hour or quarter hour. Of several days, up to ten years: figures by day, week, month or year, ' +
      'with hours below zero and the price that solar and wind power captured.',
    input: {
      ...AUCTION,
      ...DAYS,
      resolution: RESOLUTION,
      group_by: z
        .enum(['day', 'week', 'month', 'year'])
        .default('day')
        .describe('Of several days: what the rows are of'),
      ...ROWS_INPUT,
    },
    output: {
      date_from: z.string(),
      date_to: z.string(),
      summary: z
        .object({
          mean: z
            .number()
            .nullable()
            .describe(
              'Mean of all hours; of several days from the means of the rows. Null where groups were left out',
            ),
          lowest: PRICED.nullable(),
          highest: PRICED.nullable(),
          hours: z.number().describe('Delivery hours with a price'),
        })
        .nullable()
        .describe('Null: no price is known'),
      rows: z.array(
        z.object({
          start: z.string().describe('Start of the period, or the day, week, month or year'),
          price: z.number().describe('Price, or mean of the group'),
          lowest: z.number().optional(),
          highest: z.number().optional(),
          negative_hours: z.number().optional(),
          capture_price_solar: z.number().nullable().optional(),
          capture_price_wind: z.number().nullable().optional(),
        }),
      ),
      ...ROWS_LEFT_OUT,
    },
    async read(client, { market_id, resolution, group_by, max_rows: most, ...named }) {
      const { product, market } = auctionOf(named);
      const days = daysOf(named);
      const date_from = days.date_from ?? 'today';
      const date_to = days.date_to ?? date_from;
      if (date_from === date_to) {
        const page = await client.marketData.prices({
          market_id,
          market,
          date_from,
          date_to,
          resolution,
          page_size: MOST_ROWS,
        });
        const periods = page.items.map(({ start, price }) => ({ start, price }));
        const notes = page.days_without_result.map((day) => `${day} was published without prices.`);
        const day = periods[0]?.start.slice(0, 10) ?? date_from;
        return {
          ...envelopeOf(page, { market: productIdOf(market_id, market), notes }),
          date_from: day,
          date_to: day,
          summary:
            periods.length === 0
              ? null
              : {
                  mean: meanPrice(periods.map(({ price }) => price)),
                  lowest: cheapestOf(periods),
                  highest: dearestOf(periods),
                  hours: resolution === 'PT1H' ? periods.length : periods.length / 4,
                },
          ...capRows(periods, most),
        };
      }
      const found = await client.statistics.price({
        market_id,
        product,
        date_from,
        date_to,
        resolution,
        group_by,
        page_size: MOST_ROWS,
      });
      const { items, total } = found;
      const rows = items.map((item) => ({
        start: item.group,
        price: item.mean,
        lowest: item.min,
        highest: item.max,
        negative_hours: item.negative_hours,
        capture_price_solar: item.capture_price_solar,
        capture_price_wind: item.capture_price_wind,
      }));
      const isWhole = items.length === total;
      const hours = items.reduce((sum, item) => sum + item.n_hours, 0);
      const shown = rows.slice(0, most);
      const notes = isWhole
        ? []
        : [`Only the first ${items.length} of ${total} groups are counted: ask with a longer group_by.`];
      return {
        ...envelopeOf(found, { market: productIdOf(market_id, market), notes }),
        date_from: found.date_from,
        date_to: found.date_to,
        summary:
          items.length === 0
            ? null
            : {
                mean: isWhole
                  ? meanPrice(
                      items.map(({ mean }) => mean),
                      items.map(({ n_hours }) => n_hours),
                    )
                  : null,
                lowest: isWhole
                  ? cheapestOf(items.map(({ group, min }) => ({ start: group, price: min })))
                  : null,
                highest: isWhole
                  ? dearestOf(items.map(({ group, max }) => ({ start: group, price: max })))
                  : null,
                hours,
              },
        rows: shown,
        rows_left_out: total - shown.length,
      };
    },
  },
  ENVELOPE,
);
