import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { liftLimit } from '../../e2e/browser/lift-limit.ts';
import { openBrowser, openVisit, settle, signIn } from '../../e2e/browser/open-browser.ts';
import { readFirstRun, startService } from '../../e2e/running-service.ts';

const RESULTS = path.join(import.meta.dirname, 'results.md');
const ROUNDS = 15;
const LAST_DAY = new Date().toISOString().slice(0, 10);
const YEAR_AGO = new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10);

await measureAll();

/** Measures the application on the simulator and writes benchmarks/web/results.md. */
async function measureAll(): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lonja-web-'));
  const service = await startService({ DATA_DIR: dataDir, SOURCES: 'simulator' });
  const browser = await openBrowser();
  try {
    const { superadmin_email = '', superadmin_password = '' } = await readFirstRun(dataDir);
    const token = await signIn(service.baseUrl, superadmin_email, superadmin_password);
    await liftLimit(service.baseUrl, token);
    const report = await measure(browser, service.baseUrl, token);
    await writeFile(RESULTS, report);
    process.stdout.write(report);
  } finally {
    await browser.close();
    await service.stop('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measure(browser: Browser, baseUrl: string, token: string): Promise<string> {
  const landing = await firstLoad(browser, { baseUrl }, '/');
  const overview = await firstLoad(browser, { baseUrl, token }, '/overview');
  const context = await openVisit(browser, { baseUrl, token, width: 1440 });
  const page = await context.newPage();
  const charts = await yearOfHours(page);
  const changes = await pageChanges(page);
  await context.close();
  const [cpu] = cpus();
  return `# The web application, measured

\`node benchmarks/web/run.ts\` on ${cpu?.model ?? 'an unknown processor'}, ${cpus().length} cores, Node ${process.version}, Chromium ${browser.version()}
without a graphics processor, simulated market, ${new Date().toISOString().slice(0, 10)}. Medians and worst of ${ROUNDS} rounds.

| what | measured | wanted |
|---|---|---|
| script of the first load, landing page, gzip | ${kilobytes(landing)} | |
| script of the first load, overview, gzip | ${kilobytes(overview)} | below 170 kB |
| a year of hours drawn: from the click to the frame, React and all | ${spread(charts)} | below 100 ms |
| page change on cached data: from the click to the frame | ${spread(changes)} | below 100 ms |
`;
}

/** Bytes of all scripts that a page fetches until it is shown, as gzip sends them. */
async function firstLoad(
  browser: Browser,
  visit: { baseUrl: string; token?: string },
  address: string,
): Promise<number> {
  const context = await openVisit(browser, visit);
  const page = await context.newPage();
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url());
  });
  await page.goto(address);
  await settle(page);
  await context.close();
  const sizes = await Promise.all(
    [...scripts].map(async (url) => {
      const reply = await fetch(url, { method: 'HEAD', headers: { 'Accept-Encoding': 'gzip' } });
      return Number(reply.headers.get('content-length'));
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Another view and back to the line of 8,760 hours, with the data at hand. */
async function yearOfHours(page: Page): Promise<number[]> {
  await page.goto(`/market?from=${YEAR_AGO}&to=${LAST_DAY}&view=duration`);
  await settle(page);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    times.push(await timeClick(page, '[role=radio]:nth-child(1)', '.uplot canvas'));
    await timeClick(page, '[role=radio]:nth-child(4)', '.uplot canvas');
  }
  return times;
}

async function pageChanges(page: Page): Promise<number[]> {
  for (const address of ['/overview', '/forecasts']) {
    await page.goto(address);
    await settle(page);
  }
  // The first round in one document fetches; those after it find everything there.
  await timeClick(page, 'nav a[href="/overview"]', 'figure');
  await settle(page);
  await timeClick(page, 'nav a[href^="/forecasts"]', 'figure');
  await settle(page);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    times.push(await timeClick(page, 'nav a[href="/overview"]', 'figure'));
    times.push(await timeClick(page, 'nav a[href^="/forecasts"]', 'figure'));
  }
  return times;
}

/** Clicks inside the page and waits for the frame in which new content of that kind is there; milliseconds. */
function timeClick(page: Page, target: string, content: string): Promise<number> {
  return page.evaluate(
    async ({ target, content }) => {
      const button = document.querySelector<HTMLElement>(target);
      if (button === null) throw new Error(`There is no ${target}.`);
      const old = document.querySelector(`main ${content}`);
      const start = performance.now();
      button.click();
      for (;;) {
        await new Promise(requestAnimationFrame);
        const now = document.querySelector(`main ${content}`);
        if (now !== null && now !== old) break;
        if (performance.now() - start > 10_000) throw new Error(`${target} brought no new ${content}.`);
      }
      await new Promise(requestAnimationFrame);
      return performance.now() - start;
    },
    { target, content },
  );
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return `${middle.toFixed(0)} ms, worst ${(sorted.at(-1) ?? 0).toFixed(0)} ms`;
}
