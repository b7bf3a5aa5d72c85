import type { Command } from 'commander';

const ENVIRONMENT_HELP =
  '\nWorks on the database of the service: set DATA_DIR or DATABASE_URL as for npm start.';

export function addImportCommand(program: Command): void {
  const imports = program
    .command('import')
    .description("Load market data from files into the service's store.");
  imports
    .command('csv')
    .description('Load the columns of a CSV file (.csv or .csv.gz) as series.')
    .argument('<file>', 'the file')
    .option('--mapping <mapping>', 'a built-in mapping or a JSON file (default: recognised by the header)')
    .addHelpText('after', `${ENVIRONMENT_HELP} Mappings: see docs/importing.md.`)
    .action(runImportCsv);
  imports
    .command('omie')
    .description('Load a folder of OMIE price files (marginalpdbc_YYYYMMDD.R).')
    .argument('<folder>', 'the folder')
    .addHelpText('after', ENVIRONMENT_HELP)
    .action(runImportOmie);
}

async function runImportCsv(file: string, options: { mapping?: string }): Promise<void> {
  const { importCsv, withContext } = await import('@lonja/server/operations');
  report(await withContext((context) => importCsv(context, file, options.mapping)));
}

async function runImportOmie(folder: string): Promise<void> {
  const { importOmie, withContext } = await import('@lonja/server/operations');
  report(await withContext((context) => importOmie(context, folder)));
}

/** A file that was refused makes the command fail, though everything else has been loaded. */
function report(outcome: { text: string; hasRefusals: boolean }): void {
  console.log(outcome.text);
  if (outcome.hasRefusals) process.exitCode = 2;
}
