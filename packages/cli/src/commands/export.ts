import { InvalidArgumentError } from 'commander';
import { CONNECTION_INPUTS, withApi } from '../command/api-command.ts';
import { command } from '../command/command.ts';
import { argument, choice, option, parseNumber, sentAs, withDefault } from '../command/inputs.ts';
import {
  PRODUCTS,
  marketIdInput,
  marketInput,
  quarterHoursInput,
  resolutionOf,
  spanInputs,
  spanOf,
} from '../command/market-inputs.ts';
import { resolveDay } from '../command/time-inputs.ts';
import { DATASETS, exportFiles, FILE_FORMATS } from '../export/export-files.ts';

const DEFAULT_DAYS = 364;

export const exportCommand = command({
  name: 'export',
  summary: 'Fetch years of prices, forecasts, fundamentals or errors as Parquet or compressed CSV.',
  inputs: {
    dataset: { ...argument('dataset', `one of ${DATASETS.join(', ')}`, parseDataset), choices: DATASETS },
    ...spanInputs(DEFAULT_DAYS),
    marketId: marketIdInput,
    product: choice('product', 'market product (default: da)', PRODUCTS),
    market: marketInput(PRODUCTS),
    quarterHours: quarterHoursInput,
    daysAhead: sentAs(
      'days_ahead',
      option('days', 'forecasts: how many days before each delivery day, 0 to 7', parseNumber),
    ),
    issuedBefore: sentAs(
      'issued_before',
      option('HH:MM', 'forecasts: time in Madrid before which a run had been published'),
    ),
    quantiles: option('percents', 'forecasts: quantiles of each period, such as 5,25,75,95'),
    cutoff: option('cutoff', 'accuracy: official, gate or HH:MM'),
    format: withDefault(choice('format', 'form of the files', FILE_FORMATS), 'parquet'),
    folder: option('folder', 'where the files are put (default: lonja-DATASET here)'),
    ...CONNECTION_INPUTS,
  },
  notes:
    'One file a calendar year, put in place once its SHA-256 is that of the manifest, which is put beside them. After a break run it again: files that are there and still right are kept. A folder holds one export.',
  examples: [
    ['lonja export prices --from 2016-01-01 --quarter-hours', 'ten years and more of quarter hours'],
    ['lonja export forecasts --from 2025-01-01 --quantiles 5,50,95', 'what was known when the gate closed'],
    ['lonja export fundamentals --from 2020-01-01 --format csv.gz', 'load and generation as compressed CSV'],
  ],
  async run(environment, { from, to, quarterHours, daysAhead, issuedBefore, marketId, ...rest }) {
    const { server, key, dataset, format, folder = `lonja-${dataset}`, ...query } = rest;
    await withApi(
      environment,
      { server, key },
      async (api) => {
        const [first, last] = await Promise.all([
          from && resolveDay(from, api.clock),
          resolveDay(to, api.clock),
        ]);
        await exportFiles(api, {
          dataset,
          format,
          folder,
          query: {
            ...query,
            ...spanOf({ from: first, to: last }, DEFAULT_DAYS),
            market_id: marketId,
            days_ahead: daysAhead,
            issued_before: issuedBefore,
            resolution: quarterHours && resolutionOf(quarterHours),
          },
        });
      },
      exportCommand.inputs,
    );
  },
});

function parseDataset(text: string): (typeof DATASETS)[number] {
  const dataset = DATASETS.find((name) => name === text);
  if (dataset === undefined) throw new InvalidArgumentError(`Allowed choices are ${DATASETS.join(', ')}.`);
  return dataset;
}
