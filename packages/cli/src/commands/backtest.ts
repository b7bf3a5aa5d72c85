import { type Command, Option } from 'commander';
import type { BacktestOptions } from '../backtest/run-backtest.ts';
import { parseCount, parseWindows } from '../option-values.ts';

export function addBacktestCommand(program: Command): void {
  program
    .command('backtest')
    .description('Forecast every day of a span from what was known before it, and score the forecasts.')
    .requiredOption(
      '--data <file>',
      'CSV: local hour, price, then forecasts of other quantities known for that day',
    )
    .requiredOption('--from <day>', 'first day to forecast, YYYY-MM-DD')
    .requiredOption('--to <day>', 'last day to forecast, inclusive')
    .addOption(
      new Option(
        '--model <model>',
        'naive: the same hour a week before; lear: LASSO regressions; champion: the best there is, Gaussian processes and lear',
      )
        .choices(['naive', 'lear', 'champion'])
        .default('champion'),
    )
    .option(
      '--windows <days>',
      'days of history of each LEAR member, separated by commas (default: 56,84,1092,1456, cut to the history there is); only for lear',
      parseWindows,
    )
    .option(
      '--calibration-days <days>',
      'most days of past errors behind the bounds of a day (default: 182)',
      parseCount,
    )
    .option('--out <file>', 'write the forecasts as CSV: time,actual,value,p10,p90')
    .option(
      '--report <folder>',
      'write a report there: report.md with plots (SVG), and every table as CSV; the folder is new, empty or holds an earlier report',
    )
    .option(
      '--compare <file>',
      'forecasts that --out wrote for another model: the report tests which is better',
    )
    .option('--json', 'print the figures as one JSON object')
    .addHelpText(
      'after',
      '\nErrors and widths are in the unit of the price; smape and coverage_80 are in percent. See docs/backtesting.md.',
    )
    .action(async (options: BacktestOptions) => {
      const { runBacktest } = await import('../backtest/run-backtest.ts');
      await runBacktest(options);
    });
}
