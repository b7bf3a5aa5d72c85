import type { ForecastRun } from '@lonja/client';
import { apiCommand } from '../command/api-command.ts';
import { command } from '../command/command.ts';
import { choice, required } from '../command/inputs.ts';
import {
  MARKET_ID,
  PRODUCTS,
  productInput,
  quarterHoursInput,
  resolutionOf,
} from '../command/market-inputs.ts';
import { dayInput, instantInput } from '../command/time-inputs.ts';
import { fixed, instant } from '../output/cell.ts';
import { MARKET_ZONE, madridTime } from '../output/madrid-time.ts';
import { cautions } from '../output/notes.ts';
import { type View, tableOf } from '../output/view.ts';
import { OPERATOR_NOTES } from '../command/operator-command.ts';

const issueCommand = command({
  name: 'issue',
  summary: 'Issue the forecast of the latest scheduled run, unless it is published already.',
  inputs: { product: required(choice('product', 'market product', PRODUCTS)) },
  notes: OPERATOR_NOTES,
  examples: [['lonja forecast issue --product da', 'publish the day-ahead forecast that is due']],
  async run({ stdout }, { product }) {
    const { issueLatestForecast, withContext } = await import('@lonja/server/operations');
    const run = await withContext((context) => issueLatestForecast(context, product));
    const origin = run.dataOrigin === 'simulator' ? 'simulated data' : 'market data';
    stdout.write(
      run.isNew
        ? `Published run ${run.runId}: prices of ${product} from ${run.firstDay} on, from ${origin}.\n`
        : `The latest scheduled run is published already: ${run.runId}, prices of ${product} from ${run.firstDay} on.\n`,
    );
    for (const reason of run.degraded) stdout.write(`Degraded: ${reason}.\n`);
  },
});

export const forecastCommand = apiCommand({
  name: 'forecast',
  summary: 'Show the latest forecast with its 10-90 % interval.',
  inputs: {
    product: productInput,
    date: dayInput('one delivery day instead of the whole run'),
    quarterHours: quarterHoursInput,
    asOf: instantInput('the forecast as it stood then, such as 2026-03-30T10:00:00Z'),
  },
  examples: [
    ['lonja forecast', 'the whole latest day-ahead run, today to six days on'],
    ['lonja forecast --date tomorrow --quarter-hours', 'tomorrow by quarter hours'],
    ['lonja forecast --product ida2 --csv > ida2.csv', 'the second intraday auction as CSV'],
    ['lonja forecast --as-of 2026-03-30T10:00:00Z', 'what was known before that gate closed'],
  ],
  canWatch: true,
  commands: [issueCommand],
  async load({ client }, { product, date, quarterHours, asOf }) {
    const input = {
      market_id: MARKET_ID,
      product,
      resolution: resolutionOf(quarterHours),
      as_of: asOf,
    };
    return forecastView(
      date === undefined
        ? await client.forecasts.latest(input)
        : await client.forecasts.get({ ...input, date }),
    );
  },
});

export function forecastView(run: ForecastRun): View {
  const { market_product_id: name, issued_at: issuedAt, model_version: version, unit } = run;
  return {
    data: run,
    head: [`${name}, issued ${madridTime(issuedAt)} by ${version}, ${unit}`, ...cautions(run)],
    table: tableOf(run.points, {
      [`start (${MARKET_ZONE})`]: ({ time }) => instant(time),
      price: ({ value }) => fixed(value, 2),
      p10: ({ p10 }) => fixed(p10, 2),
      p90: ({ p90 }) => fixed(p90, 2),
    }),
  };
}
