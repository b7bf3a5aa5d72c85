import { CONNECTION_INPUTS, CSV_LOCALE_INPUT, withApi } from '../command/api-command.ts';
import { command } from '../command/command.ts';
import { choice, option, parseNumber, sentAs, withDefault } from '../command/inputs.ts';
import {
  auctionInputs,
  quarterHoursInput,
  resolutionOf,
  spanInputs,
  spanOf,
} from '../command/market-inputs.ts';
import { resolveDay } from '../command/time-inputs.ts';
import { writeAnswer } from '../output/write-answer.ts';

const DEFAULT_DAYS = 30;
const FORMATS = ['csv', 'json'] as const;

export const seriesCommand = command({
  name: 'series',
  summary: 'Write what was forecast of each day at a time of day before it, over years.',
  inputs: {
    ...auctionInputs,
    daysAhead: sentAs(
      'days_ahead',
      withDefault(option('days', 'how many days before each delivery day, 0 to 7', parseNumber), 1),
    ),
    issuedBefore: sentAs(
      'issued_before',
      withDefault(option('HH:MM', 'time in Madrid before which a run had been published'), '10:00'),
    ),
    ...spanInputs(DEFAULT_DAYS),
    quarterHours: quarterHoursInput,
    quantiles: option('percents', 'quantiles of each period, such as 5,25,75,95'),
    format: withDefault(choice('format', 'form of the file', FORMATS), 'csv'),
    ...CSV_LOCALE_INPUT,
    ...CONNECTION_INPUTS,
  },
  notes:
    'For back-tests: each day has the last run published before that time. Days without one are rows with the reason. Written as it comes.',
  examples: [
    ['lonja series --from 2024-01-01 > series.csv', 'what was known at 10:00 on the day before'],
    ['lonja series --days-ahead 2 --issued-before 12:00 --quantiles 5,95', 'two days ahead, with bounds'],
  ],
  async run(environment, { from, to, quarterHours, daysAhead, issuedBefore, marketId, csvLocale, ...rest }) {
    const { server, key, ...query } = rest;
    await withApi(
      environment,
      { server, key },
      async (api) => {
        const [first, last] = await Promise.all([
          from && resolveDay(from, api.clock),
          resolveDay(to, api.clock),
        ]);
        await writeAnswer(api, '/forecasts/series', {
          ...query,
          ...spanOf({ from: first, to: last }, DEFAULT_DAYS),
          market_id: marketId,
          locale: csvLocale,
          days_ahead: daysAhead,
          issued_before: issuedBefore,
          resolution: resolutionOf(quarterHours),
        });
      },
      seriesCommand.inputs,
    );
  },
});
