import { setTimeout as sleep } from 'node:timers/promises';
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { liftLimit } from '../browser/lift-limit.ts';
import { signIn } from '../browser/open-browser.ts';
import { type RunningService, readFirstRun, removeData, startSmallService } from '../running-service.ts';
import { runProvider } from '../../packages/server/test/openid/run-provider.ts';
import { recordAccounts } from './record-accounts.ts';
import { recordPlatform } from './record-platform.ts';
import { recordReads } from './record-reads.ts';
import { recordTenant } from './record-tenant.ts';
import { type Recorder, createRecorder } from './recorder.ts';

/**
 * Records docs/api-reference/examples.json anew from a service on the simulator. It runs on two days, so that the second finds forecasts
 * of the first whose errors are known. The pages are made from that by `npm run generate`.
 */
const TARGET = new URL('../../docs/api-reference/examples.json', import.meta.url);
const FIRST_DAY = '2026-03-27T11:06:00Z';
const SECOND_DAY = '2026-03-30T10:05:00Z';
/** Long enough for the runs of the first day. */
const FIRST_RUNS_MS = 15_000;
const LAST_FORECASTS = [
  '/forecasts/intraday/2?date=2026-03-30',
  '/forecasts/zone-spreads?product=da&date=2026-03-31',
];
const POLL_MS = 5000;

const dataDir = path.join(await mkdtemp(path.join(tmpdir(), 'lonja-examples-')), 'data');
const provider = await runProvider();
const settings = {
  DATA_DIR: dataDir,
  SOURCES: 'simulator',
  ALLOW_PRIVATE_WEBHOOK_TARGETS: 'true',
  SIGN_IN_PRIVATE_ORIGINS: provider.issuer,
};
try {
  const earlier = await startSmallService({ ...settings, CLOCK_START: FIRST_DAY });
  await sleep(FIRST_RUNS_MS);
  await earlier.stop('SIGTERM');
  const service = await startSmallService({ ...settings, CLOCK_START: SECOND_DAY });
  try {
    const { examples, operationIds } = await callEverything(service);
    assert.deepEqual(
      operationIds.filter((id) => !examples.has(id)),
      [],
    );
    await writeFile(TARGET, `${JSON.stringify(Object.fromEntries(examples), null, 1)}\n`);
  } finally {
    await service.stop('SIGTERM');
  }
} finally {
  await provider.close();
  await removeData(dataDir);
  await rm(path.dirname(dataDir), { recursive: true, force: true });
}

/** Calls every operation of the API, as those whom it is for. */
async function callEverything(service: RunningService): Promise<Recorder> {
  const { superadmin_email = '', superadmin_password = '', api_key = '' } = await readFirstRun(dataDir);
  const { baseUrl } = service;
  const token = await signIn(baseUrl, superadmin_email, superadmin_password);
  await liftLimit(baseUrl, token);
  // The first start issues the forecasts of the auctions one after the other.
  for (const last of LAST_FORECASTS)
    while ((await service.get(last, api_key)).status !== 200) await sleep(POLL_MS);
  const recorder = await createRecorder(baseUrl);
  provider.serve(baseUrl);
  await recordReads(recorder, { kind: 'key', token: api_key });
  const account = await recordAccounts(recorder, { dataDir, provider });
  const { ticketId } = await recordTenant(recorder, account.session);
  await recordPlatform(recorder, { as: { kind: 'session', token }, account, ticketId, dataDir });
  return recorder;
}
