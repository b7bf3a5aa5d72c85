import { command } from '../command/command.ts';
import { EXIT_CODE } from '../command/exit-codes.ts';
import { argument, flag, option, required } from '../command/inputs.ts';
import { operatorCommand } from '../command/operator-command.ts';
import { wireNames } from '../output/wire-names.ts';
import type { View } from '../output/view.ts';
import { UsageError } from '../errors.ts';
import { proposalNotes, proposalView } from '../data-status/mapping-proposal.ts';

const acceptHeldBack = flag(
  'store days and files too that fail a check of their level, unit or source: somebody has looked at them',
);

const csvCommand = operatorCommand({
  name: 'csv',
  summary: 'Load the columns of a CSV file (.csv or .csv.gz) as series.',
  inputs: {
    file: argument('file', 'the file'),
    mapping: option(
      'mapping',
      'a JSON file, or one of spain-panel, entsoe-prices, entsoe-load, esios-export, omie-wide, ree-wide and mibgas (default: recognised by the column names)',
    ),
    guess: flag('propose a mapping as JSON and show how it reads the file; nothing is stored'),
    acceptHeldBack,
  },
  notes: 'Mappings: see docs/importing.md.',
  examples: [
    ['lonja import csv panel_hourly.csv.gz', 'prices, load, wind and solar forecasts'],
    ['lonja import csv prices.csv --guess > mapping.json', 'a mapping to check, then to use with --mapping'],
  ],
  async load({ file, mapping, guess, acceptHeldBack: acceptsHeldBack }, { stderr }, format) {
    const { importCsv, proposeMapping, withContext } = await import('@lonja/server/operations');
    if (guess === true) {
      if (mapping !== undefined) throw new UsageError('Choose one of --mapping and --guess.');
      const proposal = await proposeMapping(file);
      if (format === 'table') stderr.write(proposalNotes(proposal));
      return proposalView(proposal);
    }
    const load = withContext((context) => importCsv(context, { file, mapping, acceptsHeldBack }), {
      mayCreate: true,
    });
    return viewOf(await load);
  },
});

const omieCommand = operatorCommand({
  name: 'omie',
  summary: 'Load a folder of OMIE files: prices (marginalpdbc_YYYYMMDD.R) and curves (curva_pbc_YYYYMMDD.R).',
  inputs: { folder: argument('folder', 'the folder'), acceptHeldBack },
  examples: [['lonja import omie marginalpdbc/', 'every file of the folder']],
  async load({ folder, acceptHeldBack: acceptsHeldBack }) {
    const { importOmie, withContext } = await import('@lonja/server/operations');
    const load = withContext((context) => importOmie(context, { folder, acceptsHeldBack }), {
      mayCreate: true,
    });
    return viewOf(await load);
  },
});

export const importCommand = command({
  name: 'import',
  summary: "Load market data from files into the service's store.",
  examples: [],
  commands: [csvCommand, omieCommand],
});

export const backfillCommand = operatorCommand({
  name: 'backfill',
  summary:
    'Load the days of a source that the store lacks. Interrupted, it continues where it stopped when run again.',
  inputs: {
    source: required(option('source', 'omie, redata, open-meteo, esios, entsoe, energy-charts or simulator')),
    from: required(option('day', 'first delivery day, YYYY-MM-DD')),
    to: required(option('day', 'last delivery day, inclusive')),
    publication: option('name', 'one of what the source publishes, such as price.da (default: all)'),
    acceptLevelShift: flag('accept days whose level differs strongly from the days before'),
  },
  examples: [['lonja backfill --source omie --from 2024-06-14 --to 2026-03-31', 'prices, from the source']],
  async load({ acceptLevelShift = false, publication, ...request }) {
    const { backfillSource, withContext } = await import('@lonja/server/operations');
    const outcome = await withContext(
      (context) =>
        backfillSource(context, {
          ...request,
          ...(publication !== undefined && { publication }),
          acceptsLevelShift: acceptLevelShift,
        }),
      { mayCreate: true },
    );
    return viewOf(outcome);
  },
});

/** A file that was refused, or a source that gave nothing, makes the command fail, though everything else has been loaded. */
function viewOf({ text, report, hasRefusals, sourceFault }: Outcome): View {
  return {
    data: wireNames(report),
    head: [text],
    exitCode:
      sourceFault !== undefined ? EXIT_CODE[sourceFault] : hasRefusals ? EXIT_CODE.badInput : undefined,
  };
}

interface Outcome {
  text: string;
  report: object;
  hasRefusals: boolean;
  sourceFault?: 'refused' | 'unavailable';
}
