import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readFirstRun, removeData, startService } from '../running-service.ts';
import { liftLimit } from './lift-limit.ts';
import { signIn } from './open-browser.ts';

/** Options of the commands that look at the application: a service that runs already, and the folder of its data. */
export const SERVICE_OPTIONS = { url: { type: 'string' }, data: { type: 'string' } } as const;

interface FoundService {
  url?: string | undefined;
  data?: string | undefined;
}

export interface ServedApplication {
  baseUrl: string;
  /** Session of the superadmin, with more requests a minute than all pages take. */
  token: string;
}

/** Works with the service that was named, or with one on the simulator that is started for this and stopped again. */
export async function withApplication(
  { url, data }: FoundService,
  work: (application: ServedApplication) => Promise<void>,
): Promise<void> {
  if (url !== undefined && data !== undefined) {
    await work(await enter(url, data));
    return;
  }
  if (url !== undefined || data !== undefined) throw new Error('Give both --url and --data, or neither.');
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lonja-application-'));
  const service = await startService({ DATA_DIR: dataDir, SOURCES: 'simulator' });
  try {
    await work(await enter(service.baseUrl, dataDir));
  } finally {
    await service.stop('SIGTERM');
    await removeData(dataDir);
  }
}

async function enter(baseUrl: string, dataDir: string): Promise<ServedApplication> {
  const { superadmin_email = '', superadmin_password = '' } = await readFirstRun(dataDir);
  const token = await signIn(baseUrl, superadmin_email, superadmin_password);
  await liftLimit(baseUrl, token);
  return { baseUrl, token };
}
