import { PRODUCTS, type Product } from '@lonja/forecasting';
import { type Command, Option } from 'commander';

export function addForecastCommand(program: Command): void {
  const forecast = program.command('forecast').description("Work on the service's forecasts.");
  forecast
    .command('issue')
    .description('Issue the forecast of the latest scheduled run, unless it is published already.')
    .addOption(
      new Option('--product <product>', 'market product').choices([...PRODUCTS]).makeOptionMandatory(),
    )
    .addHelpText(
      'after',
      '\nWorks on the database of the service: set DATA_DIR or DATABASE_URL as for npm start.',
    )
    .action(issueForecast);
}

async function issueForecast({ product }: { product: Product }): Promise<void> {
  const { issueLatestForecast, withContext } = await import('@lonja/server/operations');
  const run = await withContext((context) => issueLatestForecast(context, product));
  const origin = run.dataOrigin === 'simulator' ? 'simulated data' : 'market data';
  console.log(
    run.isNew
      ? `Published run ${run.runId}: prices of ${product} from ${run.firstDay} on, from ${origin}.`
      : `The latest scheduled run is published already: ${run.runId}, prices of ${product} from ${run.firstDay} on.`,
  );
  for (const reason of run.degraded) console.log(`Degraded: ${reason}.`);
}
