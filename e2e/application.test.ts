import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { type RunningProvider, runProvider } from '../packages/server/test/openid/run-provider.ts';
import { findChromium } from './browser/find-chromium.ts';
import { openBrowser } from './browser/open-browser.ts';
import { accountJourneys } from './journeys/account.ts';
import { accountSideJourneys } from './journeys/account-side.ts';
import { administrationJourneys } from './journeys/administration.ts';
import { alertJourney } from './journeys/alerts.ts';
import { chartJourneys } from './journeys/charts.ts';
import { CLOCK_START } from './journeys/clock.ts';
import { companySignInJourneys } from './journeys/company-sign-in.ts';
import { dayJourneys } from './journeys/days.ts';
import { deviceJourneys } from './journeys/devices.ts';
import { documentationJourneys } from './journeys/documentation.ts';
import { entryJourneys } from './journeys/entry.ts';
import { everyPage } from './journeys/every-page.ts';
import { exportJourneys } from './journeys/exports.ts';
import { intervalJourneys } from './journeys/intervals.ts';
import { keyboardJourneys } from './journeys/keyboard.ts';
import { liveJourney } from './journeys/live.ts';
import { marketJourneys } from './journeys/market.ts';
import { offlineJourneys } from './journeys/offline.ts';
import { paceJourneys } from './journeys/pace.ts';
import { phoneJourneys } from './journeys/phones.ts';
import { portfolioJourneys } from './journeys/portfolio.ts';
import { portugalJourneys } from './journeys/portugal.ts';
import { portugueseJourney } from './journeys/portuguese.ts';
import { readingJourneys } from './journeys/reading.ts';
import { createStage } from './journeys/stage.ts';
import { traderJourney } from './journeys/trader.ts';
import { whatIfJourneys } from './journeys/what-if.ts';
import { removeData, type RunningService, startSmallService } from './running-service.ts';

const options = { skip: findChromium() === undefined ? 'needs Chromium' : false } as const;

let dataDir = '';
let service: RunningService;
let browser: Browser;
let provider: RunningProvider;

before(async () => {
  if (options.skip !== false) return;
  dataDir = await mkdtemp(path.join(tmpdir(), 'lonja-application-'));
  provider = await runProvider();
  service = await startSmallService(environment(CLOCK_START));
  provider.serve(service.baseUrl);
  browser = await openBrowser();
  await waitForApplication();
});

after(async () => {
  if (options.skip !== false) return;
  await browser.close();
  await service.stop('SIGTERM');
  await provider.close();
  await removeData(dataDir);
});

function environment(clockStart: string): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    SOURCES: 'simulator',
    CLOCK_START: clockStart,
    ALLOW_PRIVATE_WEBHOOK_TARGETS: 'true',
    SIGN_IN_PRIVATE_ORIGINS: provider.issuer,
  };
}

/** Starts the service anew at the address that it has. */
async function restart(clockStart: string): Promise<void> {
  const { port } = new URL(service.baseUrl);
  await service.stop('SIGTERM');
  service = await startSmallService({ ...environment(clockStart), PORT: port });
}

/** The application may still be in the making when the API answers. */
async function waitForApplication(): Promise<void> {
  for (let i = 0; i < 300; i++) {
    const reply = await fetch(service.baseUrl, { headers: { Accept: 'text/html' } });
    if (reply.ok) return;
    await sleep(200);
  }
  throw new Error('The application was not built.');
}

const stage = createStage(() => ({ baseUrl: service.baseUrl, dataDir, browser }), options);
entryJourneys(stage);
readingJourneys(stage);
chartJourneys(stage);
intervalJourneys(stage);
marketJourneys(stage);
exportJourneys(stage);
dayJourneys(stage);
documentationJourneys(stage);
keyboardJourneys(stage);
offlineJourneys(stage);
paceJourneys(stage);
phoneJourneys(stage);
accountJourneys(stage);
companySignInJourneys(stage, () => provider);
portfolioJourneys(stage);
portugalJourneys(stage);
portugueseJourney(stage);
traderJourney(stage);
whatIfJourneys(stage);
alertJourney(stage);
deviceJourneys(stage);
accountSideJourneys(stage);
administrationJourneys(stage);
liveJourney(stage, restart);
everyPage(stage);
