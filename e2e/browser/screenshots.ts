import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { readFirstRun, startService } from '../running-service.ts';
import { liftLimit } from './lift-limit.ts';
import { openBrowser, openVisit, settle, signIn, watchPage } from './open-browser.ts';
import { PAGES } from './pages.ts';

const WIDTHS = { phone: 390, tablet: 820, desktop: 1440 } as const;
const THEMES = ['light', 'dark'] as const;
const FOLDER = path.join(import.meta.dirname, '../../screenshots');

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    /** A service that runs already, with the folder of its data. */
    url: { type: 'string' },
    data: { type: 'string' },
    theme: { type: 'string' },
    width: { type: 'string' },
    locale: { type: 'string', default: 'en' },
  },
});

await takeAll();

/** Pictures of every page in both themes and three widths, into a folder that Git ignores. */
async function takeAll(): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  if (options.url !== undefined && options.data !== undefined) {
    await takeOf(options.url, options.data);
    return;
  }
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lonja-screenshots-'));
  const service = await startService({ DATA_DIR: dataDir, SOURCES: 'simulator' });
  try {
    await takeOf(service.baseUrl, dataDir);
  } finally {
    await service.stop('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function takeOf(baseUrl: string, dataDir: string): Promise<void> {
  const { superadmin_email = '', superadmin_password = '' } = await readFirstRun(dataDir);
  const token = await signIn(baseUrl, superadmin_email, superadmin_password);
  await liftLimit(baseUrl, token);
  const browser = await openBrowser();
  try {
    for (const theme of THEMES.filter((name) => name === (options.theme ?? name))) {
      for (const [device, width] of Object.entries(WIDTHS)) {
        if (device === (options.width ?? device))
          await takePages(browser, { baseUrl, token, theme, device, width });
      }
    }
  } finally {
    await browser.close();
  }
}

interface Look {
  baseUrl: string;
  token: string;
  theme: 'light' | 'dark';
  device: string;
  width: number;
}

async function takePages(browser: Browser, { baseUrl, token, theme, device, width }: Look): Promise<void> {
  const locale = options.locale === 'es' ? 'es' : 'en';
  for (const [group, pages] of Object.entries(PAGES)) {
    const visit = { baseUrl, width, theme, locale, ...(group === 'signedIn' && { token }) } as const;
    const context = await openVisit(browser, visit);
    const page = await context.newPage();
    const complaints = watchPage(page, baseUrl);
    for (const [name, address] of Object.entries(pages)) {
      if (!name.includes(options.only)) continue;
      await page.goto(address);
      await settle(page);
      await page.waitForTimeout(250);
      // As high as the page, so that what sticks to an edge of the window stands where it belongs.
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ width, height: Math.max(height, 900) });
      await page.screenshot({ path: path.join(FOLDER, `${name}-${device}-${theme}.png`) });
      await page.setViewportSize({ width, height: 900 });
    }
    for (const complaint of [...complaints.errors, ...complaints.foreign])
      process.stderr.write(`${complaint}\n`);
    await context.close();
  }
}
