import { type Command, command } from '../command/command.ts';
import { accuracyCommand } from './accuracy.ts';
import { apiRouteCommand } from './api.ts';
import { backtestCommand } from './backtest.ts';
import { backupCommand, restoreCommand } from './backup.ts';
import { createCompletionCommand } from './completion.ts';
import {
  outlookCommand,
  probabilitiesCommand,
  scenariosCommand,
  spreadsCommand,
  zoneSpreadsCommand,
} from './distributions.ts';
import { doctorCommand } from './doctor.ts';
import { driversCommand } from './drivers.ts';
import { eventsCommand } from './events.ts';
import { exportCommand } from './export.ts';
import { evidenceCommand } from './evidence.ts';
import { forecastCommand } from './forecast.ts';
import { createHelpCommand } from './help.ts';
import { incidentsCommand } from './incidents.ts';
import { backfillCommand, importCommand } from './imports.ts';
import { keptPlansCommand } from './kept-plans.ts';
import { keysCommand } from './keys.ts';
import { listenCommand } from './listen.ts';
import { loginCommand, logoutCommand, whoamiCommand } from './login.ts';
import { cheapestCommand } from './cheapest.ts';
import { fundamentalsCommand, pricesCommand } from './market-data.ts';
import { marketsCommand } from './markets.ts';
import { invitationsCommand, usersCommand } from './people.ts';
import { mcpCommand } from './mcp.ts';
import { mqttCommand } from './mqtt.ts';
import { modelCommand } from './model.ts';
import { notificationsCommand } from './notifications.ts';
import { offersCommand } from './offers.ts';
import { scheduleCommand, sitesCommand } from './portfolio.ts';
import { replanCommand } from './replan.ts';
import { replayCommand } from './replay.ts';
import { providersCommand } from './providers.ts';
import { predictCommand } from './predict.ts';
import { probeCommand } from './probe.ts';
import { runsCommand } from './runs.ts';
import { seriesCommand } from './series.ts';
import { auditCommand, settingsCommand, usageCommand } from './settings.ts';
import { sourcesCommand } from './sources.ts';
import { startCommand } from './start.ts';
import { statisticsCommand } from './statistics.ts';
import { statusCommand } from './status.ts';
import { superadminCommand } from './superadmin.ts';
import { ticketsCommand } from './tickets.ts';
import { timetableCommand } from './timetable.ts';
import { upgradeCommand } from './upgrade.ts';
import { webhooksCommand } from './webhooks.ts';
import { whatIfCommand } from './what-if.ts';

/** The commands by the titles under which help and documentation list them. */
const GROUPS: [title: string, commands: Command[]][] = [
  ['Signing in', [loginCommand, logoutCommand, whoamiCommand]],
  [
    'Forecasts and market data',
    [
      forecastCommand,
      scenariosCommand,
      probabilitiesCommand,
      spreadsCommand,
      zoneSpreadsCommand,
      outlookCommand,
      whatIfCommand,
      runsCommand,
      seriesCommand,
      exportCommand,
      timetableCommand,
      pricesCommand,
      cheapestCommand,
      fundamentalsCommand,
      driversCommand,
      marketsCommand,
    ],
  ],
  [
    'Accuracy and statistics',
    [accuracyCommand, statisticsCommand, backtestCommand, predictCommand, evidenceCommand],
  ],
  ['Sites', [sitesCommand, scheduleCommand, replanCommand, offersCommand, keptPlansCommand]],
  ['Notifications and webhooks', [notificationsCommand, eventsCommand, listenCommand, webhooksCommand]],
  [
    'Organisation',
    [
      keysCommand,
      usersCommand,
      invitationsCommand,
      settingsCommand,
      usageCommand,
      auditCommand,
      ticketsCommand,
      statusCommand,
    ],
  ],
  [
    'Operating a service',
    [
      startCommand,
      importCommand,
      backfillCommand,
      sourcesCommand,
      doctorCommand,
      probeCommand,
      backupCommand,
      restoreCommand,
      upgradeCommand,
      modelCommand,
      replayCommand,
      superadminCommand,
      providersCommand,
      incidentsCommand,
    ],
  ],
  [
    'Further',
    [
      apiRouteCommand,
      mcpCommand,
      mqttCommand,
      createCompletionCommand(() => lonja),
      createHelpCommand(() => lonja),
    ],
  ],
];

/** Every command. Help, completion and docs/cli.md are made from this. */
export const lonja: Command = command({
  name: 'lonja',
  summary: 'Electricity price forecasts for Spain and Portugal from a terminal.',
  notes:
    'Commands ask the service of the last "lonja login", or the one that --server or LONJA_SERVER names. Times are those of Spain (Europe/Madrid); "today" and "now" go by the clock of the service.',
  examples: [
    ['lonja login --server https://lonja.example.com', 'sign in'],
    ['lonja forecast --date tomorrow', 'the latest forecast of tomorrow'],
    ['lonja prices --csv > prices.csv', 'prices of today and tomorrow as CSV'],
    ['lonja help forecast', 'the inputs and examples of a command'],
  ],
  commands: GROUPS.flatMap(([group, commands]) => commands.map((each) => ({ ...each, group }))),
});
