import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { violations } from '../browser/axe.ts';
import { settle } from '../browser/open-browser.ts';
import type { Stage } from './stage.ts';

/** The network goes away and comes back under an open page. */
export function offlineJourneys(stage: Stage): void {
  test(
    'the market bar stands on every page with clock, gate, runs and connection',
    stage.options,
    async () => {
      const page = await stage.open('/overview', { token: await stage.adminToken() });
      for (const address of ['/overview', '/market', '/users', '/no/such/page']) {
        await page.goto(address);
        await settle(page);
        const bar = page.getByRole('region', { name: 'Market now' });
        assert.match(await bar.innerText(), /Madrid\s+\d\d:\d\d/);
        await bar.getByText(/^(Day-ahead|Intraday \d) gate/).waitFor();
        await bar.getByText(/^Next \d\d:\d\d/).waitFor();
        await bar.getByRole('status').getByText('Live', { exact: true }).waitFor();
      }
      // Somebody who is signed in keeps the navigation where an address leads nowhere.
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
      await page.getByRole('link', { name: 'Market', exact: true }).waitFor();
    },
  );

  test(
    'offline the bar says how old the data are, a page offers another try, and all comes back by itself',
    stage.options,
    async () => {
      const page = await stage.open('/overview', { token: await stage.adminToken() });
      await settle(page);
      const bar = page.getByRole('region', { name: 'Market now' });
      await page.context().setOffline(true);
      await bar.getByRole('status').getByText('Offline', { exact: true }).waitFor();
      await bar.getByText(/^Data as of \d\d:\d\d, \d+ min old$/).waitFor();
      assert.deepEqual(await violations(page), []);
      // The code of this page was never fetched.
      await openFromNavigation(page, 'Drivers');
      await page.getByRole('heading', { name: 'This page could not be shown' }).waitFor();
      await page.getByText('The service cannot be reached.').waitFor();
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('heading', { name: 'This page could not be shown' }).waitFor();
      await page.context().setOffline(false);
      await page.getByRole('heading', { name: 'Drivers' }).waitFor();
      await bar.getByRole('status').getByText('Live', { exact: true }).waitFor();
      await settle(page);
      // The code of this page is there, its data are not.
      await page.goto('/market');
      await settle(page);
      await page.context().setOffline(true);
      await page.getByRole('button', { name: 'Earlier days' }).click();
      await page.getByText('No network connection.').first().waitFor();
      await page.context().setOffline(false);
      await page.getByText('No network connection.').first().waitFor({ state: 'detached' });
      await settle(page);
      await page.locator('figure').first().waitFor();
    },
  );

  test('without an answer of the service the bar says that it tries again', stage.options, async () => {
    const page = await stage.open('/overview', { token: await stage.adminToken() });
    await settle(page);
    const status = page.getByRole('region', { name: 'Market now' }).getByRole('status');
    await page.route('**/api/v1/**', (route) => route.abort('connectionrefused'));
    await openFromNavigation(page, 'Alerts');
    await status.getByText('Reconnecting', { exact: true }).waitFor();
    await page.unroute('**/api/v1/**');
    await status.getByText('Live', { exact: true }).waitFor();
    await settle(page);
  });
}

async function openFromNavigation(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name, exact: true })
    .click();
}
