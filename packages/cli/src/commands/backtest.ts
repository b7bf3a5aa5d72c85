import { command } from '../command/command.ts';
import { flag, option, required, withDefault } from '../command/inputs.ts';
import { MARKET_INPUTS } from '../market-file/market-source.ts';
import { MODELS, parseCount, parseModel, parseQuantiles, parseWindows } from '../option-values.ts';

export const backtestCommand = command({
  name: 'backtest',
  summary: 'Forecast every day of a span from what was known before it, and score the forecasts.',
  inputs: {
    ...MARKET_INPUTS,
    from: required(option('day', 'first day to forecast, YYYY-MM-DD')),
    to: required(option('day', 'last day to forecast, inclusive')),
    model: withDefault(
      {
        ...option(
          'model',
          'naive: the hour a week before; lear: LASSO regressions; champion: the best ("lonja model show champion"); or a recipe file (.json)',
          parseModel,
        ),
        choices: MODELS,
      },
      'champion',
    ),
    windows: option(
      'days',
      'days of history of each LEAR member, separated by commas (default: 56,84,1092,1456, cut to the history there is); only for lear',
      parseWindows,
    ),
    calibrationDays: option(
      'days',
      'most days of past errors behind the bounds of a day (default: 364); up to 182 of them are forecast before the first day',
      parseCount,
    ),
    out: option('file', 'write the forecasts as CSV: time,actual,value,p10,p90'),
    quantiles: option(
      'percents',
      'further columns of --out: quantiles, whole percents from 1 to 99 separated by commas, at most 21',
      parseQuantiles,
    ),
    report: option(
      'folder',
      'write a report there: as one page if it ends in .html, else a folder with report.md, plots (SVG) and every table as CSV, which is new, empty or holds an earlier report',
    ),
    unit: option('text', 'unit of prices for tables and charts (default: that of the mapping)'),
    compare: option('file', 'forecasts that --out wrote for another model: the report tests which is better'),
    json: flag('print the figures as one JSON object'),
  },
  notes:
    'Errors and widths are in the unit of the price; smape and coverage_80 are in percent. With --from-store inputs are those that were known at the gate of each auction; set DATA_DIR or DATABASE_URL as for npm start. Of several prices each is a market, whose files have its name before their ending. See docs/backtesting.md.',
  examples: [
    ['lonja backtest --data NP.csv --from 2016-12-27 --to 2018-12-24', 'the champion on two years'],
    ['lonja backtest --data NP.csv --from 2018-12-01 --to 2018-12-24 --report out', 'with plots and tests'],
    [
      'lonja backtest --data vic.csv --mapping vic.json --zone Australia/Brisbane --floor -1000 --cap 17500 --from 2025-01-01 --to 2025-03-31',
      'half hours of another market in the layout of its operator',
    ],
    ['lonja backtest --from-store es-da --from 2026-01-01 --to 2026-03-31', 'on imported prices'],
    [
      'lonja backtest --model recipe.json --data NP.csv --from 2018-12-01 --to 2018-12-24',
      'any recipe, such as "lonja model show champion --json" prints',
    ],
  ],
  async run({ stdout }, options) {
    const { runBacktest } = await import('../backtest/run-backtest.ts');
    await runBacktest(options, stdout);
  },
});
