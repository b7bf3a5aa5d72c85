import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { findChromium } from './browser/find-chromium.ts';
import { liftLimit } from './browser/lift-limit.ts';
import {
  type Complaints,
  openBrowser,
  openVisit,
  settle,
  signIn,
  type Visit,
  watchPage,
} from './browser/open-browser.ts';
import { PAGES } from './browser/pages.ts';
import { readFirstRun, type RunningService, startService } from './running-service.ts';

const options = { skip: findChromium() === undefined ? 'needs Chromium' : false };
const PASSWORD = 'a quiet evening in the hall';

let dataDir = '';
let service: RunningService;
let browser: Browser;
let firstRun: Record<string, string>;
const watched: Complaints[] = [];

before(async () => {
  if (options.skip !== false) return;
  dataDir = await mkdtemp(path.join(tmpdir(), 'lonja-application-'));
  service = await startService({ DATA_DIR: dataDir, SOURCES: 'simulator' });
  firstRun = await readFirstRun(dataDir);
  browser = await openBrowser();
  await waitForApplication();
});

after(async () => {
  if (options.skip !== false) return;
  await browser.close();
  await service.stop('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
});

/** The application may still be in the making when the API answers. */
async function waitForApplication(): Promise<void> {
  for (let i = 0; i < 300; i++) {
    const reply = await fetch(service.baseUrl, { headers: { Accept: 'text/html' } });
    if (reply.ok) return;
    await sleep(200);
  }
  throw new Error('The application was not built.');
}

async function open(address: string, visit: Partial<Visit> = {}): Promise<Page> {
  const context = await openVisit(browser, { baseUrl: service.baseUrl, ...visit });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  watched.push(watchPage(page, service.baseUrl));
  await page.goto(address);
  return page;
}

async function adminToken(): Promise<string> {
  return signIn(service.baseUrl, firstRun['admin_email'] ?? '', firstRun['admin_password'] ?? '');
}

/** Of someone who may open every page, and all of them within a minute. */
async function superadminToken(): Promise<string> {
  const { superadmin_email = '', superadmin_password = '' } = firstRun;
  const token = await signIn(service.baseUrl, superadmin_email, superadmin_password);
  await liftLimit(service.baseUrl, token);
  return token;
}

/** The code that was mailed to an address, from the folder where mail goes without a mail server. */
async function mailedCode(address: string): Promise<string> {
  const outbox = path.join(dataDir, 'outbox');
  for (let i = 0; i < 600; i++) {
    const names = await readdir(outbox).catch(() => []);
    // The newest first: a code that was asked for again takes the place of the earlier one.
    for (const name of names.toSorted((a, b) => b.localeCompare(a))) {
      const mail = await readFile(path.join(outbox, name), 'utf8');
      const code = /^Subject: (\d{6})/m.exec(mail)?.[1];
      if (mail.includes(address) && code !== undefined) return code;
    }
    await sleep(100);
  }
  throw new Error(`No code was mailed to ${address}.`);
}

/** A service that has just been started may turn a request away for a moment: then a person presses the button again. */
async function pressUntil(page: Page, button: string, heading: string | RegExp): Promise<void> {
  const nextStep = page.getByRole('heading', { name: heading });
  for (let i = 0; i < 10; i++) {
    await page.getByRole('button', { name: button }).click();
    await nextStep.or(page.locator('form [role=alert] p')).first().waitFor();
    if (await nextStep.isVisible()) return;
    await sleep(3000);
  }
  throw new Error(`"${button}" was turned away ten times.`);
}

test('a visitor registers, types the mailed code and reads tomorrow', options, async () => {
  const page = await open('/');
  await page.getByRole('link', { name: 'Create an account' }).first().click();
  await page.getByLabel('Work e-mail address').fill('reader@example.com');
  await page.getByLabel('Organisation').fill('<img src=x onerror=alert(1)>');
  await pressUntil(page, 'Send me a code', 'Confirm your address');
  await page.getByLabel('Code').fill(await mailedCode('reader@example.com'));
  await page.getByLabel('Your name').fill('New Reader');
  await page.getByLabel('Password').fill(PASSWORD);
  await pressUntil(page, 'Create the account', /^Tomorrow, /);
  await settle(page);
  assert.match(await page.locator('main').innerText(), /Simulated market/);
  assert.match(await page.locator('main').innerText(), /Mean, (forecast|cleared)/i);
  // What a tenant types is text, wherever it is shown.
  await page.getByText('<img src=x onerror=alert(1)>').waitFor();
  assert.equal(await page.locator('img[src=x]').count(), 0);
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), ['lonja.session']);
});

test('signing in says what was wrong, then leads to where the reader wanted to go', options, async () => {
  const page = await open('/market?view=heat');
  await page.waitForURL(/\/sign-in/);
  const email = page.getByLabel('E-mail address');
  await email.fill(firstRun['admin_email'] ?? '');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').getByText('E-mail address, password or code is wrong.').waitFor();
  await page.getByLabel('Password', { exact: true }).fill(firstRun['admin_password'] ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/market\?view=heat$/);
  await settle(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(/\/sign-in/);
});

test(
  'a session that ended elsewhere leads to sign-in, and an address elsewhere is not followed',
  options,
  async () => {
    const token = await adminToken();
    const page = await open('/account', { token });
    await settle(page);
    await fetch(`${service.baseUrl}/api/v1/auth/logout`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
    });
    await page.getByRole('link', { name: 'Overview' }).first().click();
    await page.waitForURL(/\/sign-in\?next=/);
    const stranger = await open('/sign-in?next=https%3A%2F%2Fexample.com%2F');
    await stranger.getByLabel('E-mail address').fill(firstRun['admin_email'] ?? '');
    await stranger.getByLabel('Password', { exact: true }).fill(firstRun['admin_password'] ?? '');
    await stranger.getByRole('button', { name: 'Sign in' }).click();
    await stranger.waitForURL(`${service.baseUrl}/overview`);
  },
);

test(
  'the overview costs one request of its own, and its chart can be read from the keyboard and as a table',
  options,
  async () => {
    const page = await open('/account', { token: await adminToken() });
    await settle(page);
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/')) calls.push(new URL(request.url()).pathname);
    });
    await page.getByRole('link', { name: 'Overview' }).first().click();
    await page.getByRole('heading', { name: /^Tomorrow, / }).waitFor();
    await settle(page);
    assert.deepEqual(calls, ['/api/v1/dashboard/summary']);
    const chart = page.getByRole('group', { name: /^Price by delivery hour, Day-ahead/ });
    await chart.focus();
    await page.keyboard.press('ArrowRight');
    assert.match(await chart.locator('[aria-live]').innerText(), /Madrid time/);
    await page.getByRole('button', { name: 'Show as table' }).first().click();
    const rows = page.getByRole('region', { name: /^Price by delivery hour/ }).locator('tbody tr');
    assert.ok((await rows.count()) >= 47);
  },
);

test('no page costs more than six requests', options, async () => {
  const token = await superadminToken();
  for (const address of Object.values(PAGES.signedIn)) {
    const page = await open('about:blank', { token });
    // A run that lands meanwhile is asked for again, which is no cost of the page.
    const calls = new Set<string>();
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/')) calls.add(request.url());
    });
    await page.goto(address);
    await settle(page);
    assert.ok(calls.size <= 6, `${address}: ${[...calls].join(' ')}`);
    await page.context().close();
  }
});

test('the day of 25 hours has 25 rows, 02:00 twice, and that of 23 has no 02:00', options, async () => {
  const page = await open('/market?from=2026-10-25&to=2026-10-25', { token: await adminToken() });
  await settle(page);
  await page.getByRole('button', { name: 'Show as table' }).first().click();
  const hours = page.getByRole('region', { name: /^Prices of/ }).locator('tbody td:first-child');
  const long = await hours.allInnerTexts();
  assert.equal(long.length, 25);
  assert.deepEqual(
    long.filter((text) => text.includes('02:00')).map((text) => text.slice(-6)),
    ['02:00a', '02:00b'],
  );
  await page.goto('/market?from=2026-03-29&to=2026-03-29');
  await settle(page);
  await page.getByRole('button', { name: 'Show as table' }).first().click();
  const short = await hours.allInnerTexts();
  assert.equal(short.length, 23);
  assert.ok(short.every((text) => !text.includes('02:00')));
});

test('the language and the theme change at once and stay', options, async () => {
  const page = await open('/account', { token: await adminToken() });
  await settle(page);
  await page.getByLabel('Language of pages and mail').selectOption('es');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Cuenta' }).waitFor();
  await page.getByRole('radio', { name: 'Oscuro' }).click();
  await page.goto('/overview');
  await page.getByRole('heading', { name: /^Mañana, / }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'es');
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).colorScheme), 'dark');
});

test('axe finds nothing on any page, light on a desk and dark on a phone', options, async () => {
  const token = await superadminToken();
  const looks = [
    { theme: 'light', width: 1280 },
    { theme: 'dark', width: 390 },
  ] as const;
  for (const look of looks) {
    for (const [group, pages] of Object.entries(PAGES)) {
      const page = await open('about:blank', { ...look, ...(group === 'signedIn' && { token }) });
      for (const address of Object.values(pages)) {
        await page.goto(address);
        await settle(page);
        assert.deepEqual(await violations(page), [], `${address}, ${look.theme}`);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(overflow <= 0, `${address} is ${overflow} px wider than a window of ${look.width}`);
      }
      await page.context().close();
    }
  }
});

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const result = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return result.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  );
}

test('no page made an error, broke its security policy or asked another host', options, () => {
  for (const { errors, foreign } of watched) {
    assert.deepEqual(errors, []);
    assert.deepEqual(foreign, []);
  }
});

declare global {
  interface Window {
    axe: typeof axe;
  }
}
