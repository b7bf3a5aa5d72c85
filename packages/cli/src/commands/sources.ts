import type { Command } from 'commander';

const ENVIRONMENT_HELP =
  '\nWorks on the database of the service: set DATA_DIR or DATABASE_URL as for npm start.';

interface BackfillOptions {
  source: string;
  from: string;
  to: string;
  publication?: string;
  acceptLevelShift?: boolean;
}

export function addSourceCommands(program: Command): void {
  program
    .command('backfill')
    .description(
      'Load the days of a source that the store lacks. Cut short, it goes on where it stopped when run again.',
    )
    .requiredOption('--source <source>', 'omie, redata, open-meteo, esios, entsoe or simulator')
    .requiredOption('--from <day>', 'first delivery day, YYYY-MM-DD')
    .requiredOption('--to <day>', 'last delivery day, inclusive')
    .option('--publication <name>', 'one of what the source publishes, such as price.da (default: all)')
    .option('--accept-level-shift', 'take days whose level is far from the days before')
    .addHelpText('after', ENVIRONMENT_HELP)
    .action(runBackfill);
  program
    .command('sources')
    .description('Show how the followed sources do: what came when, what is late, what is missing.')
    .addHelpText('after', ENVIRONMENT_HELP)
    .action(runSources);
}

async function runBackfill(options: BackfillOptions): Promise<void> {
  const { backfillSource, withContext } = await import('@lonja/server/operations');
  const { acceptLevelShift = false, ...request } = options;
  const outcome = await withContext((context) =>
    backfillSource(context, { ...request, acceptsLevelShift: acceptLevelShift }),
  );
  console.log(outcome.text);
  if (outcome.hasRefusals) process.exitCode = 2;
}

async function runSources(): Promise<void> {
  const { describeSources, withContext } = await import('@lonja/server/operations');
  console.log(await withContext(describeSources));
}
