import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { openBrowser, openVisit, settle, watchPage } from './open-browser.ts';
import { PAGES } from './pages.ts';
import { SERVICE_OPTIONS, type ServedApplication, withApplication } from './served-application.ts';

const WIDTHS = { phone: 390, tablet: 820, laptop: 1280, desktop: 1440 } as const;
/** What a window shows without a scroll; a phone's has the browser's own bars too. */
const FOLDS = { phone: 664, tablet: 1180, laptop: 720, desktop: 900 } as const;
const DEVICES = ['phone', 'tablet', 'laptop', 'desktop'] as const satisfies (keyof typeof WIDTHS)[];
const THEMES = ['light', 'dark'] as const;
const FOLDER = path.join(import.meta.dirname, '../../screenshots');

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    ...SERVICE_OPTIONS,
    theme: { type: 'string' },
    width: { type: 'string' },
    locale: { type: 'string', default: 'en' },
    fold: { type: 'boolean', default: false },
  },
});

await mkdir(FOLDER, { recursive: true });
await withApplication(options, takeAll);

/** Pictures of every page in both themes and four widths, whole or (`--fold`) what is seen without a scroll, into a folder that Git ignores. */
async function takeAll({ baseUrl, token }: ServedApplication): Promise<void> {
  const browser = await openBrowser();
  try {
    for (const theme of THEMES.filter((name) => name === (options.theme ?? name))) {
      for (const device of DEVICES) {
        const width = WIDTHS[device];
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
  device: keyof typeof WIDTHS;
  width: number;
}

async function takePages(browser: Browser, { baseUrl, token, theme, device, width }: Look): Promise<void> {
  const locale = options.locale === 'es' || options.locale === 'pt' ? options.locale : 'en';
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
      const shown = options.fold ? FOLDS[device] : Math.max(height, 900);
      await page.setViewportSize({ width, height: shown });
      await page.screenshot({ path: path.join(FOLDER, `${name}-${device}-${theme}.png`) });
      await page.setViewportSize({ width, height: 900 });
    }
    for (const complaint of [...complaints.errors, ...complaints.foreign])
      process.stderr.write(`${complaint}\n`);
    await context.close();
  }
}
