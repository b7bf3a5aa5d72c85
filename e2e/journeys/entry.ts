import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { settle } from '../browser/open-browser.ts';
import { addressOf, PASSWORD } from './accounts.ts';
import { mailedCode } from './mail.ts';
import { PHONE } from './phones.ts';
import { pressUntil, type Stage } from './stage.ts';

/** How a reader gets in, and out again. */
export function entryJourneys(stage: Stage): void {
  test(
    'a newcomer on a phone registers, types the mailed code and reads tomorrow',
    stage.options,
    async () => {
      const email = addressOf('reader');
      const page = await stage.open('/', PHONE);
      await page.getByRole('link', { name: 'Create an account' }).first().click();
      await page.getByLabel('Work e-mail address').fill(email);
      await page.getByLabel('Organisation').fill('<img src=x onerror=alert(1)>');
      await pressUntil(page, 'Send code', page.getByRole('heading', { name: 'Confirm your e-mail address' }));
      await page.getByLabel('Code').fill(await mailedCode(stage.scene().dataDir, email));
      await page.getByLabel('Your name').fill('New Reader');
      await page.getByLabel('Password').fill(PASSWORD);
      await pressUntil(page, 'Create account', page.getByRole('heading', { name: /^Tomorrow, / }));
      await settle(page);
      await page
        .getByRole('region', { name: 'Market now' })
        .getByText('Simulated', { exact: true })
        .waitFor();
      await page.getByText(/^\d limitations?$/).click();
      await page.getByText(/^Simulated data: .+ These are not market prices\.$/).waitFor();
      await page.keyboard.press('Escape');
      await page.getByText(/^Simulated data: /).waitFor({ state: 'hidden' });
      assert.match(await page.locator('main').innerText(), /Mean, (forecast|cleared)/i);
      // What a tenant types is text, wherever it is shown.
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('dialog').getByText('<img src=x onerror=alert(1)>').waitFor();
      assert.equal(await page.locator('img[src=x]').count(), 0);
      assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), ['lonja.session']);
    },
  );

  test(
    'signing in says what was wrong, then leads to where the reader wanted to go',
    stage.options,
    async () => {
      const { email, password } = await stage.admin();
      const page = await stage.open('/market?view=heat');
      await page.waitForURL(/\/sign-in/);
      await signInWith(page, email, 'not the password');
      await page.getByRole('alert').getByText('The e-mail address or the password is wrong.').waitFor();
      assert.equal(await page.getByLabel('Two-factor code').count(), 0);
      await signInWith(page, email, password);
      await page.waitForURL(/\/market\?view=heat$/);
      await settle(page);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.waitForURL(/\/sign-in/);
      await settle(page);
      assert.equal(await page.getByText('Your session has ended.').count(), 0);
    },
  );

  test(
    'a session that ended elsewhere leads to sign-in, and an address elsewhere is not followed',
    stage.options,
    async () => {
      const { baseUrl } = stage.scene();
      const token = await stage.adminToken();
      const page = await stage.open('/account', { token });
      await settle(page);
      await fetch(`${baseUrl}/api/v1/auth/logout`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}` },
      });
      // A run that lands just now makes the page ask again, and then it is at sign-in without a press.
      await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/market"]')?.click());
      await page.waitForURL(/\/sign-in\?next=/);
      await page.getByText('Your session has ended. Sign in again to continue where you were.').waitFor();
      const { email, password } = await stage.admin();
      const stranger = await stage.open('/sign-in?next=https%3A%2F%2Fexample.com%2F');
      await signInWith(stranger, email, password);
      await stranger.waitForURL(`${baseUrl}/overview`);
    },
  );

  test('a page that the service was too busy for comes by itself once it is not', stage.options, async () => {
    const page = await stage.open('about:blank', { token: await stage.adminToken() });
    let refusals = 0;
    await page.route('**/api/v1/auth/me', async (route) => {
      if (++refusals > 2) return route.continue();
      const body = JSON.stringify({ error: 'unavailable', detail: 'The service is starting.', status: 503 });
      return route.fulfill({ status: 503, headers: { 'Retry-After': '5' }, body });
    });
    await page.goto('/market');
    await page.getByText('The service is busy or starting.').waitFor();
    await page.getByRole('heading', { name: 'Market' }).waitFor();
    assert.equal(refusals, 3);
  });
}

/** Fills the form of the sign-in page and sends it from the keyboard. */
export async function signInWith(page: Page, email: string, password: string, otp?: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  if (otp !== undefined) await page.getByLabel('Two-factor code').fill(otp);
  await page.keyboard.press('Enter');
}
