import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { findChromium } from '../../e2e/browser/find-chromium.ts';
import {
  SERVICE_OPTIONS,
  type ServedApplication,
  withApplication,
} from '../../e2e/browser/served-application.ts';
import { waitUntilIdle } from '../../e2e/browser/wait-until-idle.ts';

const LIGHTHOUSE = 'lighthouse@13.5.0';
const RESULTS = path.join(import.meta.dirname, 'lighthouse.md');
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];
const PAGES = ['/overview', '/'];
const PRESETS = ['desktop', 'phone'] as const;
/** Of each page and device; their medians count, as Lighthouse advises, because a machine is not equally quick at all times. */
const ROUNDS = 3;

const { values: options } = parseArgs({ options: SERVICE_OPTIONS });

await withApplication(options, audit);

/** Audits the overview of a signed-in reader and the start page with Lighthouse, which npx fetches, and writes lighthouse.md. */
async function audit(application: ServedApplication): Promise<void> {
  await waitUntilIdle(application.baseUrl, application.token);
  const folder = await mkdtemp(path.join(tmpdir(), 'lonja-lighthouse-'));
  try {
    const rows: string[] = [];
    for (const address of PAGES) {
      for (const preset of PRESETS) {
        const rounds: number[][] = [];
        for (let round = 0; round < ROUNDS; round++) {
          rounds.push(await firstVisit(application, { address, preset, folder }));
        }
        const texts = CATEGORIES.map((_, index) => spread(rounds.map((scores) => scores[index] ?? 0)));
        rows.push(`| \`${address}\` | ${preset} | ${texts.join(' | ')} |`);
      }
    }
    const report = `# Lighthouse

\`node benchmarks/web/lighthouse.ts\`: ${LIGHTHOUSE}, Node ${process.version}, ${cpus().length} cores with a load of ${loadavg()[0]?.toFixed(1)} when it
ended, simulated market, ${new Date().toISOString().slice(0, 10)}. Medians of ${ROUNDS} rounds, with the lowest and the highest where they differ. Wanted on
the overview: 100 of 100 on a desk, 95 or more on a phone. Blocking time is taken by the clock, so a busy or slow machine
lowers the performance: [results.md](results.md) has the processor's time of the same page.

| page | device | ${CATEGORIES.join(' | ')} |
|---|---|${CATEGORIES.map(() => '---|').join('')}
${rows.join('\n')}
`;
    await writeFile(RESULTS, report);
    process.stdout.write(report);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Audited {
  address: string;
  preset: (typeof PRESETS)[number];
  folder: string;
}

/** The scores of a page in a browser that has nothing of the application but the session. */
async function firstVisit(
  { baseUrl, token }: ServedApplication,
  { address, preset, folder }: Audited,
): Promise<number[]> {
  const profile = await mkdtemp(path.join(folder, 'profile-'));
  const port = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium() ?? 'chromium',
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  });
  try {
    const page = await context.newPage();
    // A page of the same origin that loads no script.
    await page.goto(`${baseUrl}/mark.svg`);
    await page.evaluate((value) => localStorage.setItem('lonja.session', value), token);
    await page.close();
    return await scoresOf(`${baseUrl}${address}`, { port, preset }, path.join(folder, 'report.json'));
  } finally {
    await context.close();
  }
}

/** `97, 94 to 99`, or one number where all are the same. */
function spread(scores: readonly number[]): string {
  const sorted = scores.toSorted((a, b) => a - b);
  const [lowest, highest] = [sorted[0], sorted.at(-1)];
  const median = sorted[Math.floor(sorted.length / 2)];
  return lowest === highest ? `${median}` : `${median}, ${lowest} to ${highest}`;
}

async function scoresOf(
  url: string,
  { port, preset }: { port: number; preset: (typeof PRESETS)[number] },
  output: string,
): Promise<number[]> {
  await run('npx', [
    '--yes',
    LIGHTHOUSE,
    url,
    `--port=${port}`,
    // Without a preset Lighthouse plays a phone on a slow network.
    ...(preset === 'desktop' ? ['--preset=desktop'] : []),
    '--disable-storage-reset',
    `--only-categories=${CATEGORIES.join()}`,
    '--output=json',
    `--output-path=${output}`,
    '--quiet',
  ]);
  const { categories }: { categories: Record<string, { score: number }> } = JSON.parse(
    await readFile(output, 'utf8'),
  );
  return CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100));
}

function run(command: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}.`)),
    );
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null
          ? resolve(address.port)
          : reject(new Error('No port is free.')),
      );
    });
  });
}
