import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, LonjaError } from '@lonja/client';
import type { Page } from 'playwright-core';
import { violations } from '../browser/axe.ts';
import { settle } from '../browser/open-browser.ts';
import { TODAY, TOMORROW } from './clock.ts';
import type { Stage } from './stage.ts';

const radio = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });

/** A run follows that of Spain. */
async function untilForecast(
  stage: Stage,
  token: string,
  product: 'da' | 'ida1' | 'ida2' | 'ida3' = 'da',
): Promise<void> {
  const client = createClient({ baseUrl: stage.scene().baseUrl, credential: token });
  for (let i = 0; i < 120; i++) {
    const found = await client.forecasts.latest({ market_id: 'pt', product }).catch((error: unknown) => {
      if (error instanceof LonjaError && error.status === 404) return undefined;
      throw error;
    });
    if (found !== undefined) return;
    await sleep(1000);
  }
  throw new Error('There is no forecast of Portugal.');
}

/** Portugal as the market of the pages. */
export function portugalJourneys(stage: Stage): void {
  test(
    'Portugal is chosen once and kept, in the address and in the browser, until Spain is chosen',
    stage.options,
    async () => {
      const token = await stage.adminToken();
      await untilForecast(stage, token);
      const page = await stage.open('/overview', { token });
      await settle(page);
      assert.equal(await radio(page, 'Spain').isChecked(), true);
      await radio(page, 'Portugal').check();
      await page.waitForURL(/market=pt/);
      await page.getByText(/from 23:00 to 23:00 in Lisbon/).waitFor();
      await page.getByText(/model pt-da-/).waitFor();
      assert.deepEqual(await violations(page), []);
      await page.getByRole('link', { name: 'Forecasts' }).first().click();
      await page.waitForURL(/\/forecasts/);
      await settle(page);
      assert.equal(await radio(page, 'Portugal').isChecked(), true);
      for (const address of ['/market', '/accuracy']) {
        await page.goto(address);
        await settle(page);
        assert.equal(await radio(page, 'Portugal').isChecked(), true, address);
        await page.getByText(/in Lisbon/).waitFor();
      }
      await page.goto(`/drivers?date=${TOMORROW}`);
      await settle(page);
      assert.equal(await radio(page, 'Portugal').isChecked(), true);
      await page.getByText('Spread to Spain').first().waitFor();
      assert.deepEqual(await violations(page), []);
      for (const address of ['/offers', '/portfolio']) {
        await page.goto(address);
        await page.getByText('This page is of Spain alone').waitFor();
        assert.deepEqual(await violations(page), [], address);
      }
      await page.goto('/forecasts?market=pt');
      await settle(page);
      await radio(page, 'Spain').check();
      await page.waitForURL(/market=es/);
      await page.goto('/overview');
      await settle(page);
      assert.equal(await radio(page, 'Spain').isChecked(), true);
    },
  );

  test(
    'the address of an alert of Portugal shows its forecast, and how it differs from Spain, on the day of 25 hours',
    stage.options,
    async () => {
      const token = await stage.adminToken();
      await untilForecast(stage, token);
      const page = await stage.open(
        `/forecasts?market=pt&products=da&from=${TOMORROW}&to=${TOMORROW}&resolution=PT1H`,
        { token },
      );
      await settle(page);
      assert.equal(await radio(page, 'Portugal').isChecked(), true);
      const section = page.getByRole('heading', { name: 'Portugal against Spain' });
      await section.waitFor();
      await page.getByText(/The day has 25 hours/).waitFor();
      const figures = page.locator('section', { has: section }).locator('figure');
      for (const [index, heads] of [
        [0, ['Start (Madrid time)', 'Probability of dearer', 'Probability of cheaper']],
        [1, ['Start (Madrid time)', 'Expected spread', '10th percentile', '90th percentile']],
      ] as const) {
        const figure = figures.nth(index);
        await figure.getByRole('button', { name: 'Show as table' }).click();
        assert.deepEqual(await figure.locator('th').allInnerTexts(), heads);
        assert.equal(await figure.locator('tbody tr').count(), 25);
      }
      assert.deepEqual(await violations(page), []);
      const other = await stage.open('/overview', { token });
      await settle(other);
      assert.equal(await radio(other, 'Spain').isChecked(), true, 'a link changes no memory');
    },
  );

  test(
    'each intraday auction of Portugal has forecasts, and how they differ from those of Spain',
    stage.options,
    async () => {
      const token = await stage.adminToken();
      for (const product of ['ida1', 'ida2', 'ida3'] as const) await untilForecast(stage, token, product);
      const page = await stage.open(
        `/forecasts?market=pt&products=ida1&from=${TODAY}&to=${TODAY}&resolution=PT1H`,
        {
          token,
        },
      );
      await settle(page);
      const section = page.getByRole('heading', { name: 'Portugal against Spain' });
      await section.waitFor();
      const figure = page.locator('section', { has: section }).locator('figure').first();
      await figure.getByRole('button', { name: 'Show as table' }).click();
      assert.equal(await figure.locator('tbody tr').count(), 24);
      await page.goto(`/overview?market=pt&product=ida1&date=${TODAY}`);
      await settle(page);
      await page.getByText(/model pt-ida1-/).waitFor();
      assert.deepEqual(await violations(page), []);
    },
  );

  test('an alert rule is of the market that is chosen', stage.options, async () => {
    const token = await stage.adminToken();
    const page = await stage.open('/alerts', { token });
    await settle(page);
    await page.getByRole('button', { name: 'Add a rule' }).first().click();
    await page.getByLabel('Market', { exact: true }).selectOption('pt');
    await page.getByText('Days and hours are those of Madrid, for Portugal too.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Lisbon');
    assert.deepEqual(await violations(page), []);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'Portugal, Day-ahead' }).waitFor();
    const { notifications } = createClient({ baseUrl: stage.scene().baseUrl, credential: token });
    const rule = (await notifications.alertRules()).items.find(({ name }) => name === 'Lisbon');
    assert.equal(rule?.market_id, 'pt');
    await notifications.deleteAlertRule({ id: rule.id });
  });
}
