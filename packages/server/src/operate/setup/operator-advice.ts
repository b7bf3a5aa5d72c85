import { access } from 'node:fs/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Logger } from 'pino';
import { firstRunFile } from './first-run.ts';

/** Whether the secrets of the first accounts still lie in the data folder. */
export async function hasFirstRunFile(dataDir: string): Promise<boolean> {
  return access(firstRunFile(dataDir)).then(
    () => true,
    () => false,
  );
}

/** Logs at a start what an operator should put in order. `madeAccounts`: this start wrote the file, and says so by itself. */
export async function adviseOperator(
  logger: Logger,
  installation: {
    dataDir: string;
    host: string;
    superadminSecondFactor: boolean | undefined;
    madeAccounts: boolean;
  },
): Promise<void> {
  const { dataDir, host, superadminSecondFactor, madeAccounts } = installation;
  if (!madeAccounts && (await hasFirstRunFile(dataDir))) {
    const file = firstRunFile(dataDir);
    logger.warn(
      { file },
      'the secrets of the first accounts still lie on this machine; note them elsewhere and delete the file',
    );
  }
  if (superadminSecondFactor === undefined && !isLoopback(host)) {
    logger.warn(
      { host },
      'the service listens beyond this machine; set SUPERADMIN_SECOND_FACTOR=true, so that superadmins need a second factor, or =false to leave it at that',
    );
  }
}

export function isLoopback(host: string): boolean {
  return isIP(host) === 0 ? host === 'localhost' : ipaddr.process(host).range() === 'loopback';
}
