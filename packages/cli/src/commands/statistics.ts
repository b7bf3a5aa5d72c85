import type { Zone } from '@lonja/forecasting/market';
import { apiCommand } from '../command/api-command.ts';
import { basisInput, cutoffInput } from '../command/accuracy-inputs.ts';
import { command } from '../command/command.ts';
import { choice } from '../command/inputs.ts';
import { auctionInputs, spanInputs, spanOf } from '../command/market-inputs.ts';
import { fixed, plain } from '../output/cell.ts';
import { batteryNote, cautions, driftNotes, scoredDaysNotes } from '../output/notes.ts';
import { tableOf } from '../output/view.ts';

const SPAN_DAYS = 30;
/** More groups than a span of 90 days has. */
const PAGE_SIZE = 200;
const ERROR_GROUPS = [
  'hour',
  'weekday',
  'day',
  'week',
  'month',
  'year',
  'lead_day',
  'model_version',
  'price_level',
] as const;
const PRICE_GROUPS = ['day', 'week', 'month', 'year'] as const;
const spanned = { ...auctionInputs, ...spanInputs(SPAN_DAYS) };

const groupedInputs = {
  ...spanned,
  groupBy: choice('group', 'a line for each of these; absent: one for all', ERROR_GROUPS),
  cutoff: cutoffInput,
  basis: basisInput,
};

export const statisticsCommand = command({
  name: 'statistics',
  summary: 'Figures by hour, weekday, period, lead day, price level and model version.',
  examples: [],
  commands: [
    apiCommand({
      name: 'accuracy',
      summary: 'Errors, bias, pinball loss and coverage.',
      inputs: groupedInputs,
      examples: [
        ['lonja statistics accuracy --group-by lead_day', 'how the error grows with the days ahead'],
        [
          'lonja statistics accuracy --group-by price_level --from 2025-10-01',
          'errors on cheap and on dear days',
        ],
      ],
      async load({ client }, { marketId, product, groupBy, cutoff, basis, ...span }) {
        const reply = await client.statistics.accuracy({
          market_id: marketId,
          product,
          cutoff,
          basis,
          group_by: groupBy,
          page_size: PAGE_SIZE,
          ...spanOf(span, SPAN_DAYS),
        });
        return {
          data: reply,
          head: [...headOf(marketId, reply), ...scoredDaysNotes(reply), ...driftNotes(reply)],
          table: tableOf(reply.items, {
            group: ({ group }) => plain(group),
            hours: ({ n_observations: hours }) => fixed(hours, 0),
            mae: ({ mae }) => fixed(mae, 2),
            rmse: ({ rmse }) => fixed(rmse, 2),
            rmae: ({ rmae }) => fixed(rmae, 3),
            bias: ({ bias }) => fixed(bias, 2),
            'pinball p10': ({ pinball_loss: loss }) => fixed(loss.p10, 2),
            'pinball p50': ({ pinball_loss: loss }) => fixed(loss.p50, 2),
            'pinball p90': ({ pinball_loss: loss }) => fixed(loss.p90, 2),
            'coverage %': ({ coverage }) => fixed(coverage, 1),
            width: ({ mean_width: width }) => fixed(width, 2),
          }),
        };
      },
    }),
    apiCommand({
      name: 'calibration',
      summary: 'Coverage, width and Winkler score of the 10-90 % interval.',
      inputs: groupedInputs,
      examples: [['lonja statistics calibration --group-by month', 'coverage month by month; 80 % is right']],
      async load({ client }, { marketId, product, groupBy, cutoff, basis, ...span }) {
        const reply = await client.statistics.calibration({
          market_id: marketId,
          product,
          cutoff,
          basis,
          group_by: groupBy,
          page_size: PAGE_SIZE,
          ...spanOf(span, SPAN_DAYS),
        });
        return {
          data: reply,
          head: [...headOf(marketId, reply), ...scoredDaysNotes(reply)],
          table: tableOf(reply.items, {
            group: ({ group }) => plain(group),
            hours: ({ n_observations: hours }) => fixed(hours, 0),
            'coverage %': ({ coverage }) => fixed(coverage, 1),
            width: ({ mean_width: width }) => fixed(width, 2),
            winkler: ({ winkler_score: score }) => fixed(score, 2),
          }),
        };
      },
    }),
    apiCommand({
      name: 'battery',
      summary: 'What a battery earns by the forecasts, between a floor that needs none and prices known.',
      inputs: { ...spanned, basis: basisInput },
      notes:
        'A battery of 1 MW and 2 MWh is planned day by day by the last forecast of before the gate, by the means of past prices by month and hour ' +
        '(the floor), and by the prices that cleared. The gap is what lies between floor and optimum. --csv has the same lines; the days behind them are in the API.',
      examples: [['lonja statistics battery --from 2026-01-01', 'this year, EUR per MW and year']],
      async load({ client }, { marketId, product, basis, ...span }) {
        const reply = await client.statistics.battery({
          market_id: marketId,
          product,
          basis,
          ...spanOf(span, SPAN_DAYS),
        });
        const [title, ...warnings] = headOf(marketId, reply);
        const { gap, captured } = reply;
        const rows = [
          { plan: 'floor', eur: reply.floor, captured: null, share: null, interval: null },
          {
            plan: 'forecast',
            eur: reply.forecast,
            captured,
            share: gap?.share ?? null,
            interval: gap?.interval ?? null,
          },
          { plan: 'optimum', eur: reply.optimum, captured: null, share: null, interval: null },
        ];
        return {
          data: reply,
          head: [
            title.replace(/EUR\/MWh$/, 'EUR per MW and year'),
            ...warnings,
            ...scoredDaysNotes(reply),
            batteryNote(reply),
          ],
          table: tableOf(rows, {
            plan: ({ plan }) => plain(plan),
            'EUR per MW and year': ({ eur }) => fixed(eur, 0),
            'of the optimum %': ({ captured: percent }) => fixed(percent, 1),
            'of the gap %': ({ share }) => fixed(share, 1),
            'from %': ({ interval }) => fixed(interval?.low ?? null, 1),
            'to %': ({ interval }) => fixed(interval?.high ?? null, 1),
          }),
        };
      },
    }),
    apiCommand({
      name: 'prices',
      summary: 'Mean, extremes, base, peak, spread, negative hours and capture prices.',
      inputs: {
        ...spanned,
        groupBy: choice('period', 'a line for each of these (default: day)', PRICE_GROUPS),
        resolution: choice(
          'resolution',
          'what extremes, spread and negative hours are of (default: PT15M, quarters as cleared)',
          ['PT15M', 'PT1H'],
        ),
      },
      examples: [['lonja statistics prices --group-by month --from 2026-01-01', 'this year by months']],
      async load({ client }, { marketId, product, groupBy, resolution, ...span }) {
        const reply = await client.statistics.price({
          market_id: marketId,
          product,
          resolution,
          group_by: groupBy,
          page_size: PAGE_SIZE,
          ...spanOf(span, SPAN_DAYS),
        });
        return {
          data: reply,
          head: headOf(marketId, reply),
          table: tableOf(reply.items, {
            period: ({ group }) => plain(group),
            hours: ({ n_hours: hours }) => fixed(hours, 0),
            base: ({ base }) => fixed(base, 2),
            peak: ({ peak }) => fixed(peak, 2),
            min: ({ min }) => fixed(min, 2),
            max: ({ max }) => fixed(max, 2),
            spread: ({ daily_spread: spread }) => fixed(spread, 2),
            negative: ({ negative_hours: hours }) => fixed(hours, 2),
            'solar captures': ({ capture_price_solar: price }) => fixed(price, 2),
            'wind captures': ({ capture_price_wind: price }) => fixed(price, 2),
          }),
        };
      },
    }),
  ],
});

function headOf(
  marketId: Zone,
  reply: { market: string; date_from: string; date_to: string; simulated: boolean },
): string[] {
  const name = marketId === 'es' ? reply.market : `${marketId} ${reply.market}`;
  return [`${name}, ${reply.date_from} to ${reply.date_to}, EUR/MWh`, ...cautions(reply)];
}
