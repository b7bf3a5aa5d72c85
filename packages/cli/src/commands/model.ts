import { command } from '../command/command.ts';
import { EXIT_CODE } from '../command/exit-codes.ts';
import { argument, choice, flag, option } from '../command/inputs.ts';
import { PRODUCTS } from '../command/market-inputs.ts';
import { OPERATOR_NOTES } from '../command/operator-command.ts';

const reason = option('text', 'why, for whoever reads the registry');

const listCommand = command({
  name: 'list',
  summary:
    'Show the model versions with recipe and library, what they score and how challengers do beside the champion.',
  inputs: { product: choice('product', 'of one market product', PRODUCTS) },
  notes: OPERATOR_NOTES,
  examples: [['lonja model list --product da', 'champion, challengers and the retired']],
  async run({ stdout }, { product }) {
    const { describeModels, withContext } = await import('@lonja/server/operations');
    stdout.write(`${await withContext((context) => describeModels(context, { product }))}\n`);
  },
});

const showCommand = command({
  name: 'show',
  summary: 'Print a recipe as a tree, or as JSON for lonja backtest --model.',
  inputs: {
    model: argument(
      'model',
      'a version of the registry such as da-2026.11.2, champion for the built-in one, or a file that ends in .json',
    ),
    json: flag('print the recipe itself'),
  },
  notes: `The champion and files need no database. For versions of the registry: ${OPERATOR_NOTES}`,
  examples: [
    ['lonja model show champion', 'the built-in champion, every stage with its settings'],
    ['lonja model show champion --json > recipe.json', 'a file to change and back-test'],
  ],
  async run({ stdout }, { model, json }) {
    const { showRecipe } = await import('../show-recipe.ts');
    stdout.write(`${await showRecipe(model, { json })}\n`);
  },
});

const reproduceCommand = command({
  name: 'reproduce',
  summary: 'Compute the runs of a model version again from its recipe and compare every number.',
  inputs: {
    version: argument('version', 'such as da-2026.11.1'),
    day: argument('day', 'first delivery day of the runs, YYYY-MM-DD'),
  },
  notes: `${OPERATOR_NOTES} Exits with 1 where a number differs, and where another release made the version: it names that release.`,
  examples: [['lonja model reproduce da-2026.11.1 2026-11-22', 'the runs of that day, to the last bit']],
  async run({ stdout }, { version, day }) {
    const operations = await import('@lonja/server/operations');
    const { text, isSame } = await operations.withContext((context) =>
      operations.reproduceModel(context, { modelVersionId: version, day }),
    );
    stdout.write(`${text}\n`);
    if (!isSame) process.exitCode = EXIT_CODE.failed;
  },
});

const promoteCommand = command({
  name: 'promote',
  summary: 'Let a model version serve from the next run on; the one before is retired.',
  inputs: { version: argument('version', 'such as da-2026.11.2'), reason },
  notes: OPERATOR_NOTES,
  examples: [['lonja model promote da-2026.11.2 --reason "better by 3 %"', 'it is the champion now']],
  run: ({ stdout }, { version, reason }) =>
    changeModel({ id: version, verb: 'promote', reason }, (line) => stdout.write(line)),
});

const retireCommand = command({
  name: 'retire',
  summary: 'Stop trying a challenger.',
  inputs: { version: argument('version', 'such as da-2026.11.2'), reason },
  notes: OPERATOR_NOTES,
  examples: [['lonja model retire da-2026.11.2', 'it is tried no more']],
  run: ({ stdout }, { version, reason }) =>
    changeModel({ id: version, verb: 'retire', reason }, (line) => stdout.write(line)),
});

export const modelCommand = command({
  name: 'model',
  summary: 'Work on the registry of model versions.',
  examples: [],
  commands: [listCommand, showCommand, reproduceCommand, promoteCommand, retireCommand],
});

async function changeModel(
  change: { id: string; verb: 'promote' | 'retire'; reason: string | undefined },
  print: (line: string) => void,
): Promise<void> {
  const operations = await import('@lonja/server/operations');
  const { id, state } = await operations.withContext((context) => operations.changeModel(context, change));
  print(`${id} is ${state === 'champion' ? 'the champion' : state} now.\n`);
}
