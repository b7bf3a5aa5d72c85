import { PRODUCTS, type Product } from '@lonja/forecasting';
import { type Command, Option } from 'commander';

const ENVIRONMENT_HELP =
  '\nWorks on the database of the service: set DATA_DIR or DATABASE_URL as for npm start.';
const REPRODUCE_HELP = `${ENVIRONMENT_HELP} Exits with 1 where a number differs.`;

export function addModelCommands(program: Command): void {
  const model = program.command('model').description('Work on the registry of model versions.');
  model
    .command('list')
    .description('Show the model versions, what they score and how challengers do beside the champion.')
    .addOption(new Option('--product <product>', 'of one market product').choices([...PRODUCTS]))
    .addHelpText('after', ENVIRONMENT_HELP)
    .action(listModels);
  model
    .command('reproduce')
    .description('Compute the runs of a model version again from its manifest and compare every number.')
    .argument('<version>', 'such as da-2026.11.1')
    .argument('<day>', 'first delivery day of the runs, YYYY-MM-DD')
    .addHelpText('after', REPRODUCE_HELP)
    .action(reproduceModel);
  for (const [verb, description] of [
    ['promote', 'Let a model version serve from the next run on; the one before is retired.'],
    ['retire', 'Stop trying a challenger.'],
  ] as const) {
    model
      .command(verb)
      .description(description)
      .argument('<version>', 'such as da-2026.11.2')
      .option('--reason <text>', 'why, for whoever reads the registry')
      .addHelpText('after', ENVIRONMENT_HELP)
      .action((id: string, { reason }: { reason?: string }) => changeModel({ id, verb, reason }));
  }
}

async function listModels({ product }: { product?: Product }): Promise<void> {
  const { describeModels, withContext } = await import('@lonja/server/operations');
  console.log(await withContext((context) => describeModels(context, { product })));
}

async function reproduceModel(modelVersionId: string, day: string): Promise<void> {
  const operations = await import('@lonja/server/operations');
  const { text, isSame } = await operations.withContext((context) =>
    operations.reproduceModel(context, { modelVersionId, day }),
  );
  console.log(text);
  if (!isSame) process.exitCode = 1;
}

async function changeModel(change: {
  id: string;
  verb: 'promote' | 'retire';
  reason: string | undefined;
}): Promise<void> {
  const operations = await import('@lonja/server/operations');
  const { id, state } = await operations.withContext((context) => operations.changeModel(context, change));
  console.log(`${id} is ${state === 'champion' ? 'the champion' : state} now.`);
}
