import { z } from 'zod';
import { ENVELOPE, ROWS_INPUT, ROWS_LEFT_OUT, capRows, envelopeOf, madridTime } from '../envelope.ts';
import { defineTool } from '../tool.ts';
import { PRICED } from './priced.ts';

const NO_PERIODS =
  'No surcharges by period were given: on the access tariff 2.0TD these are not the cheapest hours of the bill.';
const PVPC_NOTE =
  'The PVPC is computed, not published: on three published days of 2025 its formula erred by about 0.008 EUR/kWh, with cleared prices. Taxes are in it as far as they were given.';
const LOSSES = z.number().min(0).max(100);
const SURCHARGE = z.number().min(-10).max(10);

export const homeTariffTool = defineTool(
  {
    name: 'get_home_tariff',
    title: 'Prices of a home bill',
    description:
      'What a kilowatt-hour costs at home in the coming hours, EUR/kWh: ((market price + adjustment + futures) x (1 + losses) + surcharges) x (1 + electricity_tax) x (1 + tax). Most homes in Spain are on the access tariff 2.0TD: ' +
      'without surcharge_p1, surcharge_p2 and surcharge_p3, which are on the bill, the cheapest hours are those of the market and not those of the bill.',
    input: {
      hours: z.number().int().min(1).max(168).default(24).describe('Hours ahead, from the one that runs now'),
      cheapest: z.number().int().min(1).max(24).default(4).describe('How many of the cheapest hours to name'),
      tariff: z
        .enum(['indexed', 'pvpc'])
        .default('indexed')
        .describe(
          "pvpc: Spain's regulated price; parts that are not given have documented values then, and are 0 else",
        ),
      futures_eur_mwh: z
        .number()
        .min(-1000)
        .max(10000)
        .optional()
        .describe('Of the PVPC alone: price of its basket of futures; absent: mean price of the last year'),
      adjustment_eur_mwh: z
        .number()
        .min(-1000)
        .max(1000)
        .optional()
        .describe('Adjustment services, EUR/MWh before losses'),
      surcharge: SURCHARGE.optional().describe('Fees in all hours, EUR/kWh before tax'),
      surcharge_p1: SURCHARGE.optional().describe('Added in P1 of 2.0TD; all three or none'),
      surcharge_p2: SURCHARGE.optional().describe('Added in P2'),
      surcharge_p3: SURCHARGE.optional().describe('Added in P3'),
      tariff_zone: z
        .enum(['peninsula', 'ceuta_melilla'])
        .optional()
        .describe('Whose hours the periods have, with the three surcharges alone'),
      losses: LOSSES.optional().describe('Grid losses that the market price is paid for as well, percent'),
      losses_p1: LOSSES.optional().describe('In place of losses in P1; all three or none'),
      losses_p2: LOSSES.optional().describe('In P2'),
      losses_p3: LOSSES.optional().describe('In P3'),
      electricity_tax: z.number().min(0).max(1000).default(0).describe('Percent, on the sum'),
      tax: z.number().min(0).max(1000).default(0).describe('Value-added tax on that, or all taxes, percent'),
      ...ROWS_INPUT,
    },
    output: {
      summary: z.object({
        now: z.number(),
        lowest: PRICED,
        highest: PRICED,
        cheapest: z.array(PRICED).describe('The cheapest hours, the cheapest first'),
        forecast_from: z
          .string()
          .nullable()
          .describe('From here on prices are forecast; null: all have cleared'),
      }),
      rows: z.array(z.object({ start: z.string(), price: z.number(), forecast: z.boolean() })),
      ...ROWS_LEFT_OUT,
    },
    async read(client, { hours, cheapest, max_rows: most, ...terms }) {
      const asked = Object.entries(terms).map(([name, value]) => [name, textOf(value)]);
      const found = await client.integrations.homeAssistantTariff({ hours, ...Object.fromEntries(asked) });
      const rows = found.prices.map(({ start, price, forecast }) => ({
        start: madridTime(start),
        price,
        forecast,
      }));
      const byPrice = rows
        .toSorted((a, b) => a.price - b.price)
        .map(({ start, price }) => ({ start, price }));
      return {
        ...envelopeOf(found, {
          unit: 'EUR/kWh',
          notes: notesOf(terms),
        }),
        summary: {
          now: found.current,
          lowest: byPrice[0],
          highest: byPrice[byPrice.length - 1],
          cheapest: byPrice.slice(0, cheapest),
          forecast_from: rows.find(({ forecast }) => forecast)?.start ?? null,
        },
        ...capRows(rows, most),
      };
    },
  },
  ENVELOPE,
);

function notesOf({ tariff, surcharge_p1: p1 }: { tariff: string; surcharge_p1?: number | undefined }) {
  if (tariff === 'pvpc') return [PVPC_NOTE];
  return p1 === undefined ? [NO_PERIODS] : [];
}

/** As the route takes numbers: decimals, at most 6. */
function textOf(value: string | number | undefined): string | undefined {
  return typeof value === 'number' ? String(Number(value.toFixed(6))) : value;
}
