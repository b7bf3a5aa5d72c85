import { OUTPUT_INPUTS } from '../command/api-command.ts';
import { UsageError } from '../errors.ts';
import { command } from '../command/command.ts';
import { flag, option, withDefault } from '../command/inputs.ts';
import { MARKET_INPUTS } from '../market-file/market-source.ts';
import {
  MODELS,
  parseCount,
  parseModel,
  parsePaths,
  parseQuantiles,
  parseWindows,
} from '../option-values.ts';
import { formatOf, printView } from '../output/print-view.ts';

export const predictCommand = command({
  name: 'predict',
  summary: 'Forecast the days at the end of your own file whose prices are empty, with 10-90 % bounds.',
  inputs: {
    ...MARKET_INPUTS,
    model: withDefault(
      {
        ...option('model', 'naive, lear, champion, or the file of a recipe, which ends in .json', parseModel),
        choices: MODELS,
      },
      'champion',
    ),
    windows: option(
      'days',
      'days of history of each LEAR member, separated by commas; only for lear',
      parseWindows,
    ),
    calibrationDays: option(
      'days',
      'most past days that are forecast to find the bounds (default: 182); fewer take less time',
      parseCount,
    ),
    quantiles: option(
      'percents',
      'further quantiles, whole percents from 1 to 99 separated by commas, at most 21',
      parseQuantiles,
    ),
    paths: option(
      'number',
      'print so many equally likely paths over all periods, at most 500, in place of points',
      parsePaths,
    ),
    json: flag('print points and bounds as JSON'),
    csv: OUTPUT_INPUTS.csv,
    csvLocale: OUTPUT_INPUTS.csvLocale,
  },
  notes:
    'A file needs no service and no database. With --from-store the day after the last stored prices is forecast; set DATA_DIR or DATABASE_URL as for npm start. Progress, and notes beside --csv, are printed on standard error. The file: see docs/backtesting.md.',
  examples: [
    ['lonja predict --data my-market.csv', 'points and bounds of the days without prices'],
    [
      'lonja predict --data my-market.csv.gz --model lear --csv > forecast.csv',
      'as CSV, in UTC and local time',
    ],
    ['lonja predict --data my-market.csv --quantiles 5,25,75,95', 'the distribution of each period'],
    ['lonja predict --data my-market.csv --paths 50 --csv', 'fifty paths, one a column'],
    ['lonja predict --from-store es-da', 'the day after the last prices in the store'],
  ],
  async run({ stdout, stderr }, { json, csv, csvLocale, ...options }) {
    const format = formatOf({ json, csv, csvLocale });
    if (options.paths !== undefined && format === 'table')
      throw new UsageError('Paths are too wide for a terminal: add --csv or --json.');
    const { predict } = await import('../predict/run-predict.ts');
    const view = await predict(options);
    // CSV has no place for what a reader must know of it.
    if (format === 'csv') for (const note of view.head ?? []) stderr.write(`lonja: ${note}\n`);
    printView(view, format, stdout, csvLocale);
  },
});
