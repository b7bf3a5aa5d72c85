import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { findChromium } from '../../e2e/browser/find-chromium.ts';
import { signIn } from '../../e2e/browser/open-browser.ts';
import { readFirstRun, startService } from '../../e2e/running-service.ts';

const LIGHTHOUSE = 'lighthouse@13.5.0';
const RESULTS = path.join(import.meta.dirname, 'lighthouse.md');
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];
const PAGES = ['/overview', '/'];

await audit();

/** Audits the overview of a signed-in reader and the start page with Lighthouse, which npx fetches, and writes lighthouse.md. */
async function audit(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lonja-lighthouse-'));
  const service = await startService({ DATA_DIR: path.join(folder, 'data'), SOURCES: 'simulator' });
  const port = await freePort();
  const context = await chromium.launchPersistentContext(path.join(folder, 'profile'), {
    executablePath: findChromium() ?? 'chromium',
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  });
  try {
    const { admin_email = '', admin_password = '' } = await readFirstRun(path.join(folder, 'data'));
    const token = await signIn(service.baseUrl, admin_email, admin_password);
    const page = await context.newPage();
    await page.goto(`${service.baseUrl}/sign-in`);
    await page.evaluate((value) => localStorage.setItem('lonja.session', value), token);
    const rows: string[] = [];
    for (const address of PAGES) {
      const scores = await scoresOf(`${service.baseUrl}${address}`, port, path.join(folder, 'report.json'));
      rows.push(`| \`${address}\` | ${scores.join(' | ')} |`);
    }
    const report = `# Lighthouse

\`node benchmarks/web/lighthouse.ts\`: ${LIGHTHOUSE}, desktop, Node ${process.version}, simulated market, ${new Date().toISOString().slice(0, 10)}.

| page | ${CATEGORIES.join(' | ')} |
|---|${CATEGORIES.map(() => '---|').join('')}
${rows.join('\n')}
`;
    await writeFile(RESULTS, report);
    process.stdout.write(report);
  } finally {
    await context.close();
    await service.stop('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  }
}

async function scoresOf(url: string, port: number, output: string): Promise<number[]> {
  await run('npx', [
    '--yes',
    LIGHTHOUSE,
    url,
    `--port=${port}`,
    '--preset=desktop',
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
