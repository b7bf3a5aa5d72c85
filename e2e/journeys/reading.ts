import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { settle } from '../browser/open-browser.ts';
import { TODAY, TOMORROW, TOMORROW_NAME } from './clock.ts';
import type { Stage } from './stage.ts';

/** Reading the market and its forecasts. */
export function readingJourneys(stage: Stage): void {
  test(
    'the overview shares its one request with the market bar, and its chart can be read from the keyboard and as a table',
    stage.options,
    async () => {
      const page = await stage.open('/account', { token: await stage.adminToken() });
      await settle(page);
      await page
        .getByText(/^(Day-ahead|Intraday \d) gate/)
        .first()
        .waitFor();
      const calls: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/api/v1/')) calls.push(new URL(request.url()).pathname);
      });
      await page.getByRole('link', { name: 'Overview' }).first().click();
      await page.getByRole('heading', { name: /^Tomorrow, / }).waitFor();
      await settle(page);
      assert.deepEqual(calls, []);
      const chart = page.getByRole('group', { name: /^Price by delivery hour, Day-ahead/ });
      await chart.focus();
      await page.keyboard.press('ArrowRight');
      assert.match(await chart.locator('[aria-live]').innerText(), /Madrid time/);
      await page.getByRole('button', { name: 'Show as table' }).first().click();
      const rows = page.getByRole('region', { name: /^Price by delivery hour/ }).locator('tbody tr');
      assert.equal(await rows.count(), 24 + 25);
    },
  );

  test(
    'the first screen of the overview has the chart on top and the time to the gate, on a desk and on a phone',
    stage.options,
    async () => {
      const token = await stage.adminToken();
      for (const [width, height, top] of [
        [1440, 900, 200],
        [390, 664, 340],
      ] as const) {
        const page = await stage.open('/overview', { token, width, height });
        await settle(page);
        const chart = await page.locator('figure canvas').first().boundingBox();
        assert.ok(chart !== null && chart.y < top, `the chart begins at ${chart?.y} of ${height}`);
        const gate = page
          .getByRole('region', { name: 'Market now' })
          .getByText(/^(Day-ahead|Intraday \d) gate/)
          .first();
        assert.ok(await gate.isVisible());
        if (width < 1000) {
          // The bar at the bottom covers the end of the window.
          assert.ok(
            chart.y + chart.height * 0.75 < height - 57,
            `the chart ends at ${chart.y + chart.height}`,
          );
        } else {
          const figures = page.locator('dl', { hasText: /^Mean, / }).locator('dt');
          const tops = await figures.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
          assert.equal(tops.length, 6);
          assert.equal(new Set(tops).size, 1, 'the figures stand in one row');
          assert.ok(Math.max(...tops) < height - 60);
        }
      }
    },
  );

  test(
    'tomorrow of 25 hours is drawn with 02:00 twice, and past days of 25 and 23 as they were',
    stage.options,
    async () => {
      const page = await stage.open('/overview', { token: await stage.adminToken() });
      await page.getByRole('heading', { name: `Tomorrow, ${TOMORROW_NAME}` }).waitFor();
      const overview = await firstColumn(page);
      assert.equal(overview.length, 24 + 25);
      assert.deepEqual(twos(overview.slice(24)), ['02:00 CEST', '02:00 CET']);
      await page.goto('/forecasts?resolution=PT15M');
      const quarters = await firstColumn(page);
      assert.equal(quarters.length, 100);
      await page.goto('/market?from=2025-10-26&to=2025-10-26');
      const long = await firstColumn(page);
      assert.equal(long.length, 25);
      assert.deepEqual(twos(long), ['02:00 CEST', '02:00 CET']);
      await page.goto('/market?from=2026-03-29&to=2026-03-29');
      const short = await firstColumn(page);
      assert.equal(short.length, 23);
      assert.deepEqual(twos(short), []);
    },
  );

  test('every page counts its days from the service’s clock, not the browser’s', stage.options, async () => {
    const page = await stage.open('/market', { token: await stage.adminToken() });
    const lastDays = {
      '/market': TODAY,
      '/forecasts': TOMORROW,
      '/drivers': TOMORROW,
      '/accuracy': TOMORROW,
    };
    for (const [address, day] of Object.entries(lastDays)) {
      await page.goto(address);
      await settle(page);
      const typed = await page
        .getByPlaceholder('dd/mm/yyyy')
        .evaluateAll((all) => all.map((input) => (input instanceof HTMLInputElement ? input.value : '')));
      const days = typed.map((day) => day.split('/').toReversed().join('-'));
      assert.ok(days.includes(day), `${address}: ${days.join(' ')}`);
      assert.ok(
        days.every((one) => one <= day),
        `${address}: ${days.join(' ')}`,
      );
    }
    await page.goto('/overview');
    const gate = page.getByRole('row', { name: /^Day-ahead/ }).locator('time');
    // That of the day after tomorrow closes at noon tomorrow: after 24 hours and 40 minutes on this day of 25.
    assert.match(await gate.innerText(), /^(1 d 00:[0-3]\d|23:\d\d):\d\d$/);
    await page.goto('/api-keys');
    await page.getByRole('button', { name: 'Create a key' }).first().click();
    await page.getByLabel('Expiry').selectOption('On a chosen day');
    const lastDay = page.getByLabel('Last valid day', { exact: true });
    await lastDay.fill('23/10/2026');
    await lastDay.blur();
    await page.getByText('The earliest date is 24/10/2026.').waitFor();
  });
}

/** First column of the table behind the first chart of a page. */
async function firstColumn(page: Page): Promise<string[]> {
  await settle(page);
  await page.getByRole('button', { name: 'Show as table' }).first().click();
  const cells = page.locator('figure').first().locator('tbody td:first-child');
  await cells.first().waitFor();
  return cells.allInnerTexts();
}

function twos(hours: readonly string[]): string[] {
  return hours.filter((text) => text.includes(', 02:00')).map((text) => text.slice(text.indexOf('02:00')));
}
