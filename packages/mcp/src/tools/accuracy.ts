import { addDays, deliveryDayOf } from '@lonja/forecasting/market';
import { z } from 'zod';
import { AUCTION, DAYS, auctionOf, daysOf, forecastOf, productIdOf } from '../arguments.ts';
import { ENVELOPE, ROWS_INPUT, ROWS_LEFT_OUT, capRows, envelopeOf } from '../envelope.ts';
import { defineTool } from '../tool.ts';

const SPAN_DAYS = 30;

const FIGURES = {
  hours: z.number().describe('Delivery hours that are counted'),
  mae: z.number().describe('Mean absolute error, EUR/MWh'),
  rmse: z.number().describe('Root of the mean squared error, EUR/MWh'),
  mape: z.number().nullable().describe('Percent, of hours whose price is 1 EUR/MWh or more from zero'),
  rmae: z
    .number()
    .nullable()
    .describe('Mean absolute error over that of the price a week before; below 1 is better'),
  bias: z.number().describe('Mean of forecast minus price, EUR/MWh'),
  coverage: z.number().describe('Share of prices within the 10-90 % interval, percent; 80 is right'),
};

export const accuracyTool = defineTool(
  {
    name: 'get_accuracy',
    title: 'How good the forecasts were',
    description:
      'Errors of the published forecasts against the prices that cleared, the last 30 days by default, together and by group. ' +
      'cutoff=gate counts what one could bid with.',
    input: {
      ...AUCTION,
      ...DAYS,
      cutoff: z
        .enum(['official', 'gate'])
        .default('official')
        .describe('The last run before the results of the day-ahead auction, or before the gate closed'),
      group_by: z
        .enum(['hour', 'weekday', 'day', 'week', 'month', 'lead_day', 'price_level'])
        .optional()
        .describe('Rows by this; without it there are none'),
      ...ROWS_INPUT,
    },
    output: {
      date_from: z.string(),
      date_to: z.string(),
      cutoff: z.string(),
      days: z.object({
        asked: z.number(),
        with_prices: z.number(),
        counted: z.number(),
      }),
      summary: z.object(FIGURES).nullable().describe('Null: no day has both a forecast and prices'),
      rows: z.array(z.object({ group: z.string(), ...FIGURES })),
      ...ROWS_LEFT_OUT,
    },
    async read(client, { market_id, cutoff, group_by, max_rows: most, ...named }) {
      const { product } = forecastOf({ market_id, ...named });
      const { market } = auctionOf(named);
      const { date_from, date_to: to = 'yesterday' } = daysOf(named);
      const days = { date_from: date_from ?? (await firstDayOf(to)), date_to: to };
      const asked = { market_id, product, ...days, cutoff };
      const [all, groups] = await Promise.all([
        client.statistics.accuracy(asked),
        group_by === undefined
          ? undefined
          : client.statistics.accuracy({ ...asked, group_by, page_size: Math.max(1, most) }),
      ]);
      const rows = groups?.items ?? [];
      const shown = capRows(
        rows.map((group) => ({ group: group.group, ...figuresOf(group) })),
        most,
      );
      const { asked: askedDays, settled, counted } = all.day_counts;
      const notes = all.provisional ? ['The past is still being computed: the figures will change.'] : [];
      return {
        ...envelopeOf(all, { market: productIdOf(market_id, market), notes }),
        date_from: all.date_from,
        date_to: all.date_to,
        cutoff,
        days: { asked: askedDays, with_prices: settled, counted },
        summary: all.items.length === 0 ? null : figuresOf(all.items[0]),
        rows: shown.rows,
        rows_left_out: (groups?.total ?? 0) - shown.rows.length,
      };

      async function firstDayOf(last: string): Promise<string> {
        if (/^\d/.test(last)) return addDays(last, 1 - SPAN_DAYS);
        const { now } = await client.health.get();
        const today = deliveryDayOf(Date.parse(now));
        const offset = { yesterday: -1, today: 0, tomorrow: 1 }[last] ?? 0;
        return addDays(today, offset + 1 - SPAN_DAYS);
      }
    },
  },
  ENVELOPE,
);

interface Group {
  n_observations: number;
  mae: number;
  rmse: number;
  mape: number | null;
  rmae: number | null;
  bias: number;
  coverage: number;
}

function figuresOf({ n_observations: hours, mae, rmse, mape, rmae, bias, coverage }: Group) {
  return { hours, mae, rmse, mape, rmae, bias, coverage };
}
