import { apiCommand } from '../command/api-command.ts';
import { option, sentAs } from '../command/inputs.ts';
import { marketInput, spanInputs, spanOf } from '../command/market-inputs.ts';
import { fixed, plain, whole, yesOrNo } from '../output/cell.ts';
import { cautions } from '../output/notes.ts';
import { csvOnly, named, tableOf, timeColumn } from '../output/view.ts';
import { scoredSpan } from './scored-span.ts';

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
        market: csvOnly(() => plain(market)),
        model: named('model_version', ({ model_version: version }) => whole(version)),
        'active from': timeColumn('active_from', ({ active_from: at }) => at),
        'active to': timeColumn('active_to', ({ active_to: at }) => at),
        hours: named('n_observations', ({ n_observations: hours }) => fixed(hours, 0)),
        mae: named('mae (EUR/MWh)', ({ mae }) => fixed(mae, 2)),
        rmse: named('rmse (EUR/MWh)', ({ rmse }) => fixed(rmse, 2)),
        'mape %': named('mape (%)', ({ mape }) => fixed(mape, 2)),
        simulated: csvOnly(() => yesOrNo(reply.simulated)),
      }),
    };
  },
});

export const accuracyCommand = apiCommand({
  name: 'accuracy',
  summary: 'Show the errors of the forecasts against the prices, by hour of the day.',
  inputs: { ...spanned, modelVersion: sentAs('model_version', option('version', 'of one model version')) },
  notes:
    'Compared is the last run before the gate closed, of day-ahead the last before the results. A span that reaches beyond the days with both is ' +
    'cut to these, and a line says so. MAPE leaves out hours under 1 EUR/MWh.',
  examples: [
    ['lonja accuracy', 'day-ahead, the last 30 days'],
    ['lonja accuracy --market intraday-2 --from 2026-03-01 --to 2026-03-31', 'one auction, one month'],
  ],
  commands: [modelsCommand],
  async load({ client }, { market, modelVersion, ...asked }) {
    const span = await scoredSpan(client, market, spanOf(asked, SPAN_DAYS));
    const { cutNote, ...days } = span;
    const reply = await client.accuracy.get({ market, model_version: modelVersion, ...days });
    const mape = reply.mape === null ? 'none' : `${reply.mape.toFixed(2)} %`;
    return {
      data: reply,
      head: [
        ...(cutNote === undefined ? [] : [cutNote]),
        `${market}, ${reply.date_from} to ${reply.date_to}, ${reply.n_observations} hours, EUR/MWh, ${reply.model_version}`,
        `MAE ${reply.mae.toFixed(2)}, RMSE ${reply.rmse.toFixed(2)}, MAPE ${mape}`,
        ...cautions(reply),
      ],
      table: tableOf(reply.hourly_breakdown ?? [], {
        market: csvOnly(() => plain(market)),
        hour: named('hour (Europe/Madrid)', ({ hour }) => plain(hour)),
        mae: named('mae (EUR/MWh)', ({ mae }) => fixed(mae, 2)),
        rmse: named('rmse (EUR/MWh)', ({ rmse }) => fixed(rmse, 2)),
        'mape %': named('mape (%)', (hour) => fixed(hour.mape, 2)),
        hours: named('n_observations', ({ n_observations: hours }) => fixed(hours, 0)),
        model_version: csvOnly(() => plain(reply.model_version)),
        simulated: csvOnly(() => yesOrNo(reply.simulated)),
      }),
    };
  },
});
