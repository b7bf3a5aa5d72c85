import { afterEach } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@lonja/client';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { liftLimit } from '../browser/lift-limit.ts';
import { type Complaints, openVisit, signIn, type Visit, watchPage } from '../browser/open-browser.ts';
import { readFirstRun } from '../running-service.ts';

const PAGE_TIMEOUT_MS = 20_000;
/** Longer than a toast is seen, which would be taken for another refusal. */
const PRESS_AGAIN_MS = 7000;

/** What journeys run on: one service and one browser. */
export interface Scene {
  baseUrl: string;
  /** Folder of the service's data, with the mail that it would have sent. */
  dataDir: string;
  browser: Browser;
}

export interface Stage {
  scene(): Scene;
  /** Says why browser tests are skipped, where they are. */
  options: { skip: string | false };
  /** A window of a reader of its own, who may go on to another host. */
  newPage(visit?: Partial<Visit>): Promise<Page>;
  /** Opens an address as a reader of its own, who asks no other host. */
  open(address: string, visit?: Partial<Visit>): Promise<Page>;
  /** Address and password of the administrator of the first start. */
  admin(): Promise<{ email: string; password: string }>;
  adminToken(): Promise<string>;
  /** What the service's clock shows, epoch ms: it is set, so that tomorrow is a known day. */
  now(token: string): Promise<number>;
  /** Of someone who may open every page, and all of them within a minute. */
  superadminToken(): Promise<string>;
  /** What pages complained of so far. */
  complaints: readonly Complaints[];
}

/** `scene` is asked once a test runs, so that it may be made in a hook. What a test opened is closed after it. */
export function createStage(scene: () => Scene, options: Stage['options']): Stage {
  const complaints: Complaints[] = [];
  const opened: BrowserContext[] = [];
  afterEach(async (test) => {
    for (const context of opened.splice(0)) {
      if ('passed' in test && !test.passed) await describePages(context, (text) => test.diagnostic(text));
      // A page may ask once more just now: what answers in its stead would fail with the page gone, in no test and for all of them.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
    }
  });
  const accounts = () => readFirstRun(scene().dataDir);
  const admin = async () => {
    const { admin_email: email = '', admin_password: password = '' } = await accounts();
    return { email, password };
  };
  const newPage = async (visit: Partial<Visit> = {}) => {
    const { baseUrl, browser } = scene();
    const context = await openVisit(browser, { baseUrl, ...visit });
    opened.push(context);
    const page = await context.newPage();
    page.setDefaultTimeout(PAGE_TIMEOUT_MS);
    return page;
  };
  return {
    scene,
    options,
    complaints,
    admin,
    newPage,
    async open(address, visit) {
      const page = await newPage(visit);
      complaints.push(watchPage(page, scene().baseUrl));
      await page.goto(address);
      return page;
    },
    async adminToken() {
      const { email, password } = await admin();
      return signIn(scene().baseUrl, email, password);
    },
    async now(token) {
      const me = await createClient({ baseUrl: scene().baseUrl, credential: token }).account.me();
      return Date.parse(me.now);
    },
    async superadminToken() {
      const { superadmin_email = '', superadmin_password = '' } = await accounts();
      const token = await signIn(scene().baseUrl, superadmin_email, superadmin_password);
      await liftLimit(scene().baseUrl, token);
      return token;
    },
  };
}

/** Says what a reader would see on the pages that a failed test left. */
async function describePages(context: BrowserContext, say: (text: string) => void): Promise<void> {
  for (const page of context.pages()) say(`${page.url()}:\n${await page.locator('body').innerText()}`);
}

/** Presses the button of that name in the open dialog. */
export async function submit(page: Page, name: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
}

/** A busy service may turn a request away for a moment, which a form or a toast says: then a person presses the button again. */
export async function pressUntil(page: Page, button: string, done: Locator): Promise<void> {
  const refused = page.locator('form [role=alert] p').or(page.getByText('The service is busy or starting.'));
  for (let i = 0; i < 10; i++) {
    await page.getByRole('button', { name: button }).click();
    await done.or(refused).first().waitFor();
    if (await done.isVisible()) return;
    await sleep(PRESS_AGAIN_MS);
  }
  throw new Error(`"${button}" was turned away ten times.`);
}
