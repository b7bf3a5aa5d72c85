import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import { firstRunFile } from '../operate/setup/first-run.ts';
import type { RunningService } from './start-service.ts';
import type { DataOrigin } from '../ground/database/service-state.ts';

const SIMULATED =
  'Data: SIMULATED. No source of market prices reaches the present; every forecast and price says so.';

const DATA = {
  simulator: SIMULATED,
  market: 'Data: the Spanish market.',
  none: 'Data: none yet; a process with ROLE=worker loads them.',
};

type WelcomedService = Pick<RunningService, 'baseUrl' | 'firstRun'>;

interface StartedInstallation {
  dataDir: string;
  databaseUrl?: string | undefined;
}

interface Surroundings {
  /** Undefined: nothing has been loaded yet. */
  dataOrigin: DataOrigin | undefined;
  dataDir: string;
}

/** Where the text is read: a terminal shows it to one person, a file or pipe keeps it. */
interface Reader {
  isTerminal: boolean;
}

/** What a person reads while the service starts. */
export function startingText({ dataDir, databaseUrl }: StartedInstallation): string {
  const isFirst = databaseUrl === undefined && !existsSync(firstRunFile(dataDir));
  return isFirst ? 'The first start makes a database, loads data and trains. It takes a few minutes.\n' : '';
}

/** What a person reads once the service is up: where it is, how to ask it, and, at a terminal alone, the first secrets, once. */
export function welcomeText(
  service: WelcomedService,
  { dataOrigin, dataDir }: Surroundings,
  { isTerminal }: Reader,
): string {
  const { baseUrl, firstRun } = service;
  const key = (isTerminal ? firstRun?.api_key : undefined) ?? '<your API key>';
  const file = firstRunFile(dataDir);
  const lines = [
    '',
    `Lonja answers on ${baseUrl}   Documentation: ${baseUrl}/docs`,
    DATA[dataOrigin ?? 'none'],
  ];
  if (firstRun !== undefined && !isTerminal)
    lines.push('', `The first accounts and an API key are in ${file}`);
  if (firstRun !== undefined && isTerminal) {
    lines.push(
      '',
      `First accounts, shown once and kept in ${file}:`,
      `  admin       ${firstRun.admin_email}  ${firstRun.admin_password}`,
      `  superadmin  ${firstRun.superadmin_email}  ${firstRun.superadmin_password}`,
      `  API key     ${firstRun.api_key}`,
    );
  }
  lines.push('', `Next: sign in at ${baseUrl}, or ask from another terminal:`);
  if (firstRun !== undefined && dataDir === path.resolve('data'))
    lines.push('  npx lonja forecast     (in this folder, with the key of the first start)');
  lines.push(
    `  curl -H 'Authorization: Bearer ${key}' '${baseUrl}/api/v1/forecasts/latest?market_id=es&product=da'`,
    '',
    '',
  );
  return lines.join('\n');
}

/** The same for a log, which is kept and read by many: it names the file of the first secrets and none of them. */
export function logWelcome(
  logger: Logger,
  { baseUrl, firstRun }: WelcomedService,
  { dataOrigin, dataDir }: Surroundings,
): void {
  const docs = `${baseUrl}/api/v1/docs`;
  logger.info({ baseUrl, docs, dataOrigin }, `Lonja answers on ${baseUrl}`);
  if (dataOrigin === 'simulator') logger.warn({ dataOrigin }, SIMULATED);
  if (firstRun === undefined) return;
  const file = firstRunFile(dataDir);
  logger.info({ file }, `the first accounts and an API key are in ${file}`);
}
