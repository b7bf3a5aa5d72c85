import type { Driver } from '@lonja/client';
import { apiCommand } from '../command/api-command.ts';
import { option, withDefault } from '../command/inputs.ts';
import { marketInput, productInput, spanInputs, spanOf } from '../command/market-inputs.ts';
import { dayInput } from '../command/time-inputs.ts';
import { fixed, instant, plain } from '../output/cell.ts';
import { MARKET_ZONE, madridTime } from '../output/madrid-time.ts';
import { cautions } from '../output/notes.ts';
import { tableOf } from '../output/view.ts';

const SPAN_DAYS = 30;
const spanned = { market: marketInput, ...spanInputs(SPAN_DAYS) };

const modelsCommand = apiCommand({
  name: 'models',
  summary: 'Compare the model versions on the days on which each was active.',
  inputs: spanned,
  examples: [['lonja accuracy models --from 2026-01-01', 'every version of this year']],
  async load({ client }, { market, ...span }) {
    const reply = await client.accuracy.modelPerformance({ market, ...spanOf(span, SPAN_DAYS) });
    return {
      data: reply,
      head: [`${market}, ${reply.date_from} to ${reply.date_to}, EUR/MWh`, ...cautions(reply)],
      table: tableOf(reply.versions, {
        model: ({ model_version: version }) => plain(version),
        'active from': ({ active_from: at }) => instant(at),
        'active to': ({ active_to: at }) => instant(at),
        hours: ({ n_observations: hours }) => fixed(hours, 0),
        mae: ({ mae }) => fixed(mae, 2),
        rmse: ({ rmse }) => fixed(rmse, 2),
        'mape %': ({ mape }) => fixed(mape, 2),
      }),
    };
  },
});

export const accuracyCommand = apiCommand({
  name: 'accuracy',
  summary: 'Show how far the forecasts lay from the prices, by hour.',
  inputs: { ...spanned, modelVersion: option('version', 'of one model version') },
  notes:
    'Scored is the last run before the gate closed, of day-ahead the last before the results. MAPE leaves out hours under 1 EUR/MWh.',
  examples: [
    ['lonja accuracy', 'day-ahead, the last 30 days'],
    ['lonja accuracy --market intraday-2 --from 2026-03-01 --to 2026-03-31', 'one auction, one month'],
  ],
  commands: [modelsCommand],
  async load({ client }, { market, modelVersion, ...span }) {
    const reply = await client.accuracy.get({
      market,
      model_version: modelVersion,
      ...spanOf(span, SPAN_DAYS),
    });
    const mape = reply.mape === null ? 'none' : `${reply.mape.toFixed(2)} %`;
    return {
      data: reply,
      head: [
        `${market}, ${reply.date_from} to ${reply.date_to}, ${reply.n_observations} hours, EUR/MWh, ${reply.model_version}`,
        `MAE ${reply.mae.toFixed(2)}, RMSE ${reply.rmse.toFixed(2)}, MAPE ${mape}`,
        ...cautions(reply),
      ],
      table: tableOf(reply.hourly_breakdown ?? [], {
        hour: ({ hour }) => plain(hour),
        mae: ({ mae }) => fixed(mae, 2),
        rmse: ({ rmse }) => fixed(rmse, 2),
        'mape %': (hour) => fixed(hour.mape, 2),
        hours: ({ n_observations: hours }) => fixed(hours, 0),
      }),
    };
  },
});

export const driversCommand = apiCommand({
  name: 'drivers',
  summary: 'Show what the forecast of each hour rests on.',
  inputs: { product: productInput, date: withDefault(dayInput('delivery day'), 'tomorrow') },
  notes: 'Baseline and drivers add up to the price; the drivers are ordered by their size, EUR/MWh.',
  examples: [['lonja drivers --date tomorrow', 'why tomorrow costs what it does']],
  async load({ client }, { product, date }) {
    const reply = await client.dashboard.drivers({ product, date });
    return {
      data: reply,
      head: [
        `${reply.market_product_id}, ${reply.date}, issued ${madridTime(reply.issued_at)}, EUR/MWh`,
        ...cautions(reply),
      ],
      table: tableOf(reply.hours, {
        [`start (${MARKET_ZONE})`]: ({ start }) => instant(start),
        price: ({ value }) => fixed(value, 2),
        baseline: ({ baseline }) => fixed(baseline, 2),
        drivers: ({ drivers }) => plain(driversText(drivers)),
      }),
    };
  },
});

function driversText(drivers: readonly Driver[]): string {
  return drivers
    .toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value))
    .map(({ input, value }) => `${input} ${value < 0 ? '' : '+'}${value.toFixed(2)}`)
    .join(', ');
}
