import { type Client, type ConnectionOptions, createClient } from '@lonja/client';
import { UsageError } from '../errors.ts';
import { readCredentials } from './credentials-file.ts';
import type { Environment } from './environment.ts';
import { findFirstRun } from './first-run.ts';
import { type ServiceClock, createServiceClock } from './service-clock.ts';

/** Where a credential came from, which decides what to do when it is refused. */
export type CredentialSource = 'option' | 'variable' | 'session' | 'api_key' | 'first_run' | 'none';

/** A service and who asks it. */
export interface Api {
  client: Client;
  connection: ConnectionOptions & { baseUrl: string };
  credential: string | undefined;
  source: CredentialSource;
  clock: ServiceClock;
  environment: Environment;
}

/** A person at a terminal should not wait long without a word. */
const MAX_WAIT_MS = 5000;
const RETRIES = 2;
const DEFAULT_SERVER = 'http://127.0.0.1:8080';

/**
 * The service that is named, or was signed in to last, or was first started in this folder, with the credential that is named or stored
 * for it, or that its first start made.
 */
export async function openApi(
  environment: Environment,
  { server, key }: { server?: string | undefined; key?: string | undefined },
): Promise<Api> {
  const stored = await readCredentials(environment.credentialsFile);
  const firstRun = await findFirstRun(environment.dataDir);
  const named = server ?? environment.server ?? stored.current ?? firstRun?.baseUrl;
  const baseUrl = normalised(named ?? DEFAULT_SERVER);
  const [credential, source] = chooseCredential();
  const connection = { baseUrl, credential, retries: RETRIES, maxWaitMs: MAX_WAIT_MS };
  const client = createClient(connection);
  const clock = createServiceClock(client, environment);
  return { client, connection, credential, source, clock, environment };

  function chooseCredential(): [credential: string | undefined, source: CredentialSource] {
    const own = stored.services[baseUrl];
    if (key !== undefined) return [key, 'option'];
    if (environment.apiKey !== undefined) return [environment.apiKey, 'variable'];
    if (own !== undefined) return [own.credential, own.kind];
    return firstRun?.baseUrl === baseUrl ? [firstRun.apiKey, 'first_run'] : [undefined, 'none'];
  }
}

function normalised(address: string): string {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${address} is not the address of a service; it begins with https:// or http://.`);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}
