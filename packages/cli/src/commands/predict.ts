import { OUTPUT_INPUTS } from '../command/api-command.ts';
import { command } from '../command/command.ts';
import { flag, option, required, withDefault } from '../command/inputs.ts';
import { MODELS, parseCount, parseModel, parseWindows } from '../option-values.ts';
import { MARKET_ZONE } from '../output/madrid-time.ts';
import { formatOf, printView } from '../output/print-view.ts';

export const predictCommand = command({
  name: 'predict',
  summary: 'Forecast the days at the end of your own file whose prices are empty, with their 10-90 % bounds.',
  inputs: {
    data: required(
      option(
        'file',
        'CSV or CSV.GZ of hours or quarter hours: local start, price, forecasts of other quantities',
      ),
    ),
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
    zone: withDefault(
      option('zone', 'time zone of local times that have no offset from UTC in the file'),
      MARKET_ZONE,
    ),
    json: flag('print points and bounds as JSON'),
    csv: OUTPUT_INPUTS.csv,
  },
  notes:
    'Needs no service and no database. Progress is printed on standard error. The file: see docs/backtesting.md.',
  examples: [
    ['lonja predict --data my-market.csv', 'points and bounds of the days without prices'],
    [
      'lonja predict --data my-market.csv.gz --model lear --csv > forecast.csv',
      'as CSV, in UTC and local time',
    ],
  ],
  async run({ stdout }, { json, csv, ...options }) {
    const format = formatOf({ json, csv });
    const { predict } = await import('../predict/run-predict.ts');
    printView(await predict(options), format, stdout);
  },
});
