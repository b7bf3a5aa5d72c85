import { command } from '../command/command.ts';
import { EXIT_CODE } from '../command/exit-codes.ts';
import { argument, choice, flag, option } from '../command/inputs.ts';
import { PRODUCTS } from '../command/market-inputs.ts';
import type { View } from '../output/view.ts';
import { OPERATOR_NOTES, operatorCommand } from '../command/operator-command.ts';

const reason = option('text', 'reason, stored in the registry');

const listCommand = operatorCommand({
  name: 'list',
  summary:
    'List the model versions: recipe, library, back-test, and the errors of challengers beside those of the champion.',
  inputs: { product: choice('product', 'of one market product', PRODUCTS) },
  examples: [['lonja model list --product da', 'champion, challengers and the retired']],
  async load({ product }) {
    const { describeModels, withContext } = await import('@lonja/server/operations');
    const { text, ...data } = await withContext((context) => describeModels(context, { product }));
    return { data, head: [text] };
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

const reproduceCommand = operatorCommand({
  name: 'reproduce',
  summary: 'Compute the runs of a model version again from its recipe and compare every number.',
  inputs: {
    version: argument('version', 'such as da-2026.11.1'),
    day: argument('day', 'first delivery day of the runs, YYYY-MM-DD'),
  },
  notes: `Exits with 1 where a number differs, and where another release made the version: it names that release.`,
  examples: [['lonja model reproduce da-2026.11.1 2026-11-22', 'the runs of that day, to the last bit']],
  async load({ version, day }) {
    const operations = await import('@lonja/server/operations');
    const { text, runs, isSame } = await operations.withContext((context) =>
      operations.reproduceModel(context, { modelVersionId: version, day }),
    );
    return {
      data: { model_version: version, runs, is_same: isSame },
      head: [text],
      exitCode: isSame ? undefined : EXIT_CODE.failed,
    };
  },
});

const promoteCommand = operatorCommand({
  name: 'promote',
  summary: 'Make a model version the champion from the next run on; the present one is retired.',
  inputs: { version: argument('version', 'such as da-2026.11.2'), reason },
  examples: [['lonja model promote da-2026.11.2 --reason "better by 3 %"', 'it is the champion now']],
  load: ({ version, reason }) => changeModel({ id: version, verb: 'promote', reason }),
});

const retireCommand = operatorCommand({
  name: 'retire',
  summary: 'Stop evaluating a challenger.',
  inputs: { version: argument('version', 'such as da-2026.11.2'), reason },
  examples: [['lonja model retire da-2026.11.2', 'it is evaluated no more']],
  load: ({ version, reason }) => changeModel({ id: version, verb: 'retire', reason }),
});

export const modelCommand = command({
  name: 'model',
  summary: 'Work on the registry of model versions.',
  examples: [],
  commands: [listCommand, showCommand, reproduceCommand, promoteCommand, retireCommand],
});

async function changeModel(change: {
  id: string;
  verb: 'promote' | 'retire';
  reason: string | undefined;
}): Promise<View> {
  const operations = await import('@lonja/server/operations');
  const { id, state } = await operations.withContext((context) => operations.changeModel(context, change));
  return {
    data: { model_version: id, state },
    head: [`${id} is ${state === 'champion' ? 'the champion' : state} now.`],
  };
}
