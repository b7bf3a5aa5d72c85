import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createClient } from '@lonja/client';
import type { Browser } from 'playwright-core';
import { readFirstRun, startService } from '../running-service.ts';
import { openBrowser, openVisit, signIn } from './open-browser.ts';

/** Every page with the name of its pictures; those under `open` are seen without an account. */
const PAGES = {
  open: {
    landing: '/',
    'sign-in': '/sign-in',
    register: '/register',
    invitation: '/invite?token=unknown',
    forgot: '/forgot',
    reset: '/reset?token=unknown',
    missing: '/no/such/page',
  },
  signedIn: {
    overview: '/overview',
    forecasts: '/forecasts',
    market: '/market',
    'market-heat': '/market?view=heat',
    'market-duration': '/market?view=duration',
    drivers: '/drivers',
    accuracy: '/accuracy',
    portfolio: '/portfolio',
    alerts: '/alerts',
    support: '/support',
    'admin-tickets': '/admin/tickets',
    users: '/users',
    'api-keys': '/api-keys',
    webhooks: '/webhooks',
    settings: '/settings',
    usage: '/settings?tab=usage',
    audit: '/settings?tab=audit',
    account: '/account',
  },
} as const;

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

/** Every page at once is more than a reader opens in a minute. */
async function liftLimit(baseUrl: string, token: string): Promise<void> {
  const client = createClient({ baseUrl, credential: token });
  const { tenant } = await client.account.me();
  await client.platform.setTenantLimit({ id: tenant.id, requests_per_minute: 6000 });
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
    page.on('pageerror', (error) => process.stderr.write(`${page.url()}: ${String(error)}\n`));
    page.on('console', (message) => {
      if (message.type() === 'error') process.stderr.write(`${page.url()}: ${message.text()}\n`);
    });
    for (const [name, address] of Object.entries(pages)) {
      if (!name.includes(options.only)) continue;
      await page.goto(address);
      await page.locator('h1').waitFor();
      await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
      await page.waitForTimeout(250);
      // As high as the page, so that what sticks to an edge of the window stands where it belongs.
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ width, height: Math.max(height, 900) });
      await page.screenshot({ path: path.join(FOLDER, `${name}-${device}-${theme}.png`) });
      await page.setViewportSize({ width, height: 900 });
    }
    await context.close();
  }
}
