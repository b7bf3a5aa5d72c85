import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '@lonja/client';
import type { Page } from 'playwright-core';
import { violations } from '../browser/axe.ts';
import { settle } from '../browser/open-browser.ts';
import { PASSWORD, register } from './accounts.ts';
import { type Stage, submit } from './stage.ts';

/** Dialogs by the page that they belong to and the button that opens them. */
const DIALOGS = {
  '/portfolio': 'Add a site',
  '/alerts': 'Add a rule',
  '/support': 'Open a ticket',
  '/users': 'Invite a user',
  '/api-keys': 'Create a key',
  '/webhooks': 'Add an endpoint',
  '/account': 'Set up two-factor authentication',
};

/** Everything without a pointer. */
export function keyboardJourneys(stage: Stage): void {
  test(
    'every dialog opens, keeps the focus, closes and gives it back, all by keys',
    stage.options,
    async () => {
      const { token } = await register(stage, 'teclado');
      const page = await stage.open('about:blank', { token });
      for (const [address, name] of Object.entries(DIALOGS)) {
        await page.goto(address);
        await settle(page);
        const opener = page.getByRole('button', { name, exact: true }).first();
        await opener.focus();
        await page.keyboard.press('Enter');
        const dialog = page.getByRole('dialog');
        await dialog.waitFor();
        assert.ok(
          await page.evaluate(() => document.activeElement?.closest('dialog form') !== null),
          address,
        );
        for (let i = 0; i < 30; i++) {
          await page.keyboard.press('Tab');
          assert.ok(!(await isOutside(page)), `${address}: the focus left the dialog`);
        }
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
        assert.equal(await focused(page), await opener.textContent(), address);
      }
    },
  );

  test('from anywhere a reader jumps to an hour and does things by their names', stage.options, async () => {
    const { token } = await register(stage, 'atajos');
    const page = await stage.open('/overview', { token });
    await settle(page);
    const choose = async (text: string) => {
      await page.keyboard.press('Control+k');
      await page.getByLabel(/^(Page, day, hour or action|Página, día, hora o acción)$/).fill(text);
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: /^(Go to|Ir a)$/ }).waitFor({ state: 'detached' });
    };
    await choose('25/10/2026 2b');
    await page.waitForURL(/\/forecasts\?from=2026-10-25&to=2026-10-25&hour=2026-10-25T01%3A00%3A00\.000Z/);
    await settle(page);
    const download = page.waitForEvent('download');
    await choose('download');
    assert.match(
      (await download).suggestedFilename(),
      /^lonja-forecast-da-2026-10-25-run-20261024T\d{6}Z\.csv$/,
    );
    await choose('dark theme');
    assert.equal(await page.evaluate(() => document.documentElement.dataset['theme']), 'dark');
    await choose('create an api');
    await page.getByRole('dialog', { name: 'Create a key' }).waitFor();
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press('Escape');
    // Without a battery the plan begins with adding one.
    await choose('plan a batt');
    await page.getByRole('dialog', { name: 'Add a site' }).waitFor();
    await page.getByLabel('Name').fill('Store');
    await page.getByLabel('Power').fill('10');
    await page.getByLabel('Energy of the battery').fill('20');
    await submit(page, 'Save');
    await page.getByRole('link', { name: 'Store' }).first().waitFor();
    await choose('plan a batt');
    await page.waitForURL(/\/portfolio\/[\da-f-]+\?date=2026-10-25/);
    await page.getByRole('heading', { name: 'Store' }).waitFor();
    const kept = page.waitForResponse((reply) => reply.request().method() === 'PATCH');
    await choose('español');
    assert.ok((await kept).ok());
    await page.getByRole('link', { name: 'Resumen' }).first().waitFor();
    const me = await createClient({ baseUrl: stage.scene().baseUrl, credential: token }).account.me();
    assert.equal(me.locale, 'es');
  });

  test('a dialog keeps what was typed until the reader discards it', stage.options, async () => {
    const { token } = await register(stage, 'borrador');
    const page = await stage.open('/portfolio', { token });
    await settle(page);
    await page.getByRole('button', { name: 'Add a site' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Half a name');
    await dialog.getByLabel('Energy of the battery').fill('12.5');
    // Another kind has other fields; back with the first one, its value is back.
    await dialog.getByLabel('Kind').selectOption('solar');
    await dialog.getByLabel('Kind').selectOption('battery');
    assert.equal(await dialog.getByLabel('Energy of the battery').inputValue(), '12.5');
    await page.mouse.click(5, 400);
    await page.keyboard.press('Escape');
    await dialog.getByText('What you have typed is not saved.').waitFor();
    assert.deepEqual(await violations(page), []);
    await submit(page, 'Keep editing');
    assert.equal(await dialog.getByLabel('Name').inputValue(), 'Half a name');
    await page.keyboard.press('Escape');
    await submit(page, 'Discard');
    await dialog.waitFor({ state: 'detached' });
  });

  test('a reader signs in, chooses and opens pages without a pointer', stage.options, async () => {
    const { email } = await register(stage, 'sinraton');
    const page = await stage.open('/sign-in');
    await page.getByLabel('E-mail address').focus();
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/overview$/);
    await settle(page);
    await page.reload();
    await settle(page);
    await page.keyboard.press('Tab');
    assert.equal(await focused(page), 'Skip to content');
    await page.keyboard.press('Enter');
    await tabTo(page, 'da');
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(/product=ida1/);
    await page.getByRole('group', { name: /^Price by delivery hour, Intraday 1/ }).waitFor();
    await page.getByRole('link', { name: 'Market', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Market' }).waitFor();
  });

  test('the menu of a phone opens, leads on and closes by keys', stage.options, async () => {
    const { token } = await register(stage, 'telefono');
    const page = await stage.open('/overview', { token, width: 390 });
    await settle(page);
    const more = page.getByRole('button', { name: 'More' });
    await more.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'More' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(await focused(page), 'More');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('link', { name: 'Settings' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0);
  });

  test(
    'a page is reached by its name and a day by its date, and single keys can be turned off',
    stage.options,
    async () => {
      const page = await stage.open('/overview', { token: await stage.adminToken() });
      await settle(page);
      await page.keyboard.press('/');
      await page.getByRole('dialog', { name: 'Go to' }).waitFor();
      assert.deepEqual(await violations(page), []);
      await page.keyboard.type('mark');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Market' }).waitFor();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.keyboard.press('Control+k');
      await page.getByLabel('Page, day, hour or action').fill('20/10/2026');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/forecasts\?from=2026-10-20&to=2026-10-20/);
      await settle(page);
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
      assert.deepEqual(await violations(page), []);
      await page.getByLabel('Use the keys / and ? as shortcuts').uncheck();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.keyboard.press('/');
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog', { name: 'Go to' }).waitFor();
      assert.equal(await page.getByRole('dialog').count(), 1);
    },
  );
}

/** Whether the focus is on something of the page behind the dialog; the browser's own buttons may have it. */
function isOutside(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const at = document.activeElement;
    return at !== null && at !== document.body && at.closest('dialog') === null;
  });
}

/** Text or value of what has the focus. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const at = document.activeElement;
    return at instanceof HTMLInputElement ? at.value : (at?.textContent ?? '');
  });
}

async function tabTo(page: Page, wanted: string): Promise<void> {
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press('Tab');
    if ((await focused(page)) === wanted) return;
  }
  throw new Error(`Tab does not reach ${wanted}.`);
}
