import { writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { firstLoad } from '../../e2e/browser/first-load.ts';
import { openBrowser, openVisit, settle, type Visit } from '../../e2e/browser/open-browser.ts';
import {
  SERVICE_OPTIONS,
  type ServedApplication,
  withApplication,
} from '../../e2e/browser/served-application.ts';
import { waitUntilIdle } from '../../e2e/browser/wait-until-idle.ts';

const RESULTS = path.join(import.meta.dirname, 'results.md');
const ROUNDS = 15;
const LOADS = 5;
const SLOW_MBIT_PER_S = 1.6;
const SLOW_LATENCY_MS = 150;
/** The switch between the views of the market page. */
const VIEW = 'main [role=radiogroup][aria-label="View"] label';
const LAST_DAY = new Date().toISOString().slice(0, 10);
const YEAR_AGO = new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10);

const { values: options } = parseArgs({ options: SERVICE_OPTIONS });

await withApplication(options, measureAll);

/** Measures the application and writes benchmarks/web/results.md. */
async function measureAll(application: ServedApplication): Promise<void> {
  await waitUntilIdle(application.baseUrl, application.token);
  const browser = await openBrowser();
  try {
    const report = await measure(browser, application);
    await writeFile(RESULTS, report);
    process.stdout.write(report);
  } finally {
    await browser.close();
  }
}

async function measure(browser: Browser, { baseUrl, token }: ServedApplication): Promise<string> {
  const load = loadavg()[0] ?? 0;
  const landing = await firstLoad(browser, { baseUrl }, '/');
  const overview = await firstLoad(browser, { baseUrl, token }, '/overview');
  const loads = await coldLoads(browser, { baseUrl, token, width: 1440 });
  const phone = { width: 390, height: 844, slow: true };
  const phoneLoads = await coldLoads(browser, { baseUrl, token, ...phone });
  const phoneVisits = await coldLoads(browser, { baseUrl, ...phone, address: '/' });
  const context = await openVisit(browser, { baseUrl, token, width: 1440 });
  const page = await context.newPage();
  const cpuSeconds = await threadClock(page);
  const charts = await yearOfHours(page, cpuSeconds);
  const changes = await pageChanges(page, cpuSeconds);
  await context.close();
  const [cpu] = cpus();
  return `# The web application, measured

\`node benchmarks/web/run.ts\` on ${cpu?.model ?? 'an unknown processor'}, ${cpus().length} cores with a load of ${load.toFixed(1)} at the
beginning, Node ${process.version}, Chromium ${browser.version()} without a graphics processor, simulated market, ${new Date().toISOString().slice(0, 10)}.
Medians and worst of ${ROUNDS} rounds, of ${LOADS} for the new window; the processor's time is that of the page's main thread, which hardly depends on what else runs.
A slow phone has 390 x 844 pixels, a processor four times slower and a network of ${SLOW_MBIT_PER_S} Mbit/s with ${SLOW_LATENCY_MS} ms to and fro.

| what | measured | processor's time | wanted |
|---|---|---|---|
| script of the first load, landing page, gzip | ${kilobytes(landing)} | | |
| script of the first load, overview, gzip | ${kilobytes(overview)} | | below 180 kB |
| overview in a new window, until everything is drawn | ${spread(loads.map(({ ms }) => ms))} | ${spread(loads.map(({ cpuMs }) => cpuMs))} | |
| overview on a slow phone, until its chart and its figures are there | ${spread(phoneLoads.map(({ usefulMs }) => usefulMs))} | | below 2,500 ms |
| landing page on a slow phone, until its picture is there | ${spread(phoneVisits.map(({ usefulMs }) => usefulMs))} | | below 2,500 ms |
| a year of hours drawn: from the click to the frame, React and all | ${spread(charts.map(({ ms }) => ms))} | ${spread(charts.map(({ cpuMs }) => cpuMs))} | below 100 ms |
| page change on cached data: from the click to the frame | ${spread(changes.map(({ ms }) => ms))} | ${spread(changes.map(({ cpuMs }) => cpuMs))} | below 100 ms |
`;
}

interface FirstVisit extends Visit {
  /** The overview unless said otherwise. */
  address?: string;
  /** On a slow phone. */
  slow?: boolean;
}

/** A page as somebody sees it who has never been here: nothing is in the browser's memory. */
async function coldLoads(
  browser: Browser,
  { address = '/overview', slow = false, ...visit }: FirstVisit,
): Promise<Load[]> {
  const times: Load[] = [];
  for (let round = 0; round < LOADS; round++) {
    const context = await openVisit(browser, visit);
    const page = await context.newPage();
    const cpuSeconds = await threadClock(page);
    if (slow) await slowDown(page);
    const start = performance.now();
    await page.goto(address, { waitUntil: 'commit' });
    await page.locator('main figure :is(canvas, svg):visible').first().waitFor();
    const usefulMs = performance.now() - start;
    await settle(page);
    times.push({ usefulMs, ms: performance.now() - start, cpuMs: (await cpuSeconds()) * 1000 });
    await context.close();
  }
  return times;
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const bytesPerSecond = (SLOW_MBIT_PER_S * 1e6) / 8;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: SLOW_LATENCY_MS,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

interface Load extends Timed {
  /** Until the first chart is drawn. */
  usefulMs: number;
}

interface Timed {
  /** From the click, or the address, to the frame in which the new content is there. */
  ms: number;
  cpuMs: number;
}

/** Time that the page's main thread has had of the processor, in seconds. */
async function threadClock(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
}

/** Another view and back to the line of 8,760 hours, with the data at hand. */
async function yearOfHours(page: Page, cpuSeconds: () => Promise<number>): Promise<Timed[]> {
  await page.goto(`/market?from=${YEAR_AGO}&to=${LAST_DAY}&view=duration`);
  await settle(page);
  const times: Timed[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    times.push(await timed(page, cpuSeconds, `${VIEW}:nth-child(1)`, '.uplot canvas'));
    await timeClick(page, `${VIEW}:nth-child(4)`, '.uplot canvas');
  }
  return times;
}

async function pageChanges(page: Page, cpuSeconds: () => Promise<number>): Promise<Timed[]> {
  for (const address of ['/overview', '/forecasts']) {
    await page.goto(address);
    await settle(page);
  }
  // The first round in one document fetches; those after it find everything there.
  await timeClick(page, 'nav a[href="/overview"]', 'figure');
  await settle(page);
  await timeClick(page, 'nav a[href^="/forecasts"]', 'figure');
  await settle(page);
  const times: Timed[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    times.push(await timed(page, cpuSeconds, 'nav a[href="/overview"]', 'figure'));
    times.push(await timed(page, cpuSeconds, 'nav a[href^="/forecasts"]', 'figure'));
  }
  return times;
}

async function timed(
  page: Page,
  cpuSeconds: () => Promise<number>,
  target: string,
  content: string,
): Promise<Timed> {
  const before = await cpuSeconds();
  const ms = await timeClick(page, target, content);
  return { ms, cpuMs: ((await cpuSeconds()) - before) * 1000 };
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
