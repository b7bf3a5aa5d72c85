import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core';
import { findChromium } from './find-chromium.ts';

export async function openBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('There is no Chromium here; apt-get install chromium.');
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
}

export interface Visit {
  baseUrl: string;
  /** Session token; absent: nobody is signed in. */
  token?: string;
  width?: number;
  height?: number;
  theme?: 'light' | 'dark';
  locale?: 'en' | 'es' | 'pt';
}

export interface Complaints {
  /** Errors of the page, among them what its content security policy refused. */
  errors: string[];
  /** Requests to another host. */
  foreign: string[];
}

/** Collects what must not happen on any page. */
export function watchPage(page: Page, baseUrl: string): Complaints {
  const complaints: Complaints = { errors: [], foreign: [] };
  page.on('pageerror', (error) => complaints.errors.push(`${page.url()}: ${String(error)}`));
  page.on('console', (message) => {
    const isRefusedRequest = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isRefusedRequest)
      complaints.errors.push(`${page.url()}: ${message.text()}`);
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(baseUrl) && !/^(data|blob):/.test(url)) complaints.foreign.push(url);
  });
  return complaints;
}

/** Waits until a page has shown what it has to show. */
export async function settle(page: Page): Promise<void> {
  await page.locator('h1').waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
}

/** A reader with a window of that size, signed in or not. */
export async function openVisit(browser: Browser, visit: Visit): Promise<BrowserContext> {
  const { baseUrl, token, width = 1280, height = 900, theme = 'light', locale = 'en' } = visit;
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: { width, height },
    colorScheme: theme,
    locale: { en: 'en-GB', es: 'es-ES', pt: 'pt-PT' }[locale],
    timezoneId: 'Europe/Madrid',
    reducedMotion: 'reduce',
  });
  if (token !== undefined) {
    await chooseLanguage(baseUrl, token, locale);
    await context.addInitScript((value) => {
      if (location.protocol !== 'about:' && localStorage.getItem('lonja.session') === null)
        localStorage.setItem('lonja.session', value);
    }, token);
  }
  return context;
}

/** Languages of accounts by token, as far as they are known. */
const languageOf = new Map<string, string>();

/** Sets the account's language, which decides over the browser's. */
async function chooseLanguage(baseUrl: string, token: string, locale: string): Promise<void> {
  const url = `${baseUrl}/api/v1/auth/me`;
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const known = languageOf.get(token) ?? JSON.parse(await (await fetch(url, { headers })).text()).locale;
  languageOf.set(token, locale);
  if (known === locale) return;
  await fetch(url, { method: 'PATCH', headers, body: JSON.stringify({ locale }) });
}

/** A session token of an account of the first start. */
export async function signIn(baseUrl: string, username: string, password: string): Promise<string> {
  const reply = await fetch(`${baseUrl}/api/v1/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({ username, password }),
  });
  if (!reply.ok) throw new Error(`Signing in gave ${reply.status}.`);
  return JSON.parse(await reply.text()).access_token;
}
