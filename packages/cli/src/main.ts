import { enableCompileCache } from 'node:module';
import { Command } from 'commander';
import { addBacktestCommand } from './commands/backtest.ts';
import { addForecastCommand } from './commands/forecast.ts';
import { addImportCommand } from './commands/import.ts';
import { addModelCommands } from './commands/model.ts';
import { addSourceCommands } from './commands/sources.ts';
import { addSuperadminCommand } from './commands/superadmin.ts';
import { addWebhooksCommand } from './commands/webhooks.ts';
import { exitCodeOf, reportError } from './errors.ts';
import manifest from '../package.json' with { type: 'json' };

// Commands import what they run when they run it, so this saves most of the time that the first import took.
enableCompileCache();

const program = new Command('lonja')
  .version(manifest.version)
  .description(
    'Electricity price forecasts for Spain: back-tests, imports, forecasts and webhooks from a terminal.',
  )
  .exitOverride()
  .configureOutput({ outputError: () => {} });
addBacktestCommand(program);
addForecastCommand(program);
addImportCommand(program);
addWebhooksCommand(program);
addSuperadminCommand(program);
addSourceCommands(program);
addModelCommands(program);

try {
  await program.parseAsync(process.argv);
} catch (error) {
  reportError(error);
  process.exitCode = exitCodeOf(error);
}
