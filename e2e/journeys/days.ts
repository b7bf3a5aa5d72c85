import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AccuracyPage, DashboardSummary } from '@lonja/client';
import type { Page } from 'playwright-core';
import { violations } from '../browser/axe.ts';
import { settle } from '../browser/open-browser.ts';
import type { Stage } from './stage.ts';

/** Days that a reader types or chooses, in the language of the application and not of the browser. */
export function dayJourneys(stage: Stage): void {
  test('a day is typed, stepped and chosen from the calendar by keys alone', stage.options, async () => {
    const page = await stage.open('/market', { token: await stage.adminToken(), locale: 'es' });
    await settle(page);
    // The calendar beside it has the same name until it has gone.
    const from = page.getByRole('textbox', { name: 'Desde' });
    await from.fill('1.10.2026');
    await page.waitForURL(/from=2026-10-01/);
    await from.press('ArrowUp');
    await page.waitForURL(/from=2026-10-02/);
    assert.equal(await from.inputValue(), '02/10/2026');
    await from.press('Alt+ArrowDown');
    await page.getByRole('dialog', { name: 'Desde' }).waitFor();
    assert.equal(await focused(page), 'viernes, 2 de octubre 2026');
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Home');
    assert.equal(await focused(page), 'lunes, 5 de octubre 2026');
    await page.keyboard.press('Enter');
    await page.waitForURL(/from=2026-10-05/);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.ok(await from.evaluate((input) => document.activeElement === input));
    await from.press('Alt+ArrowDown');
    await page.getByRole('dialog', { name: 'Desde' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(await from.inputValue(), '05/10/2026');
  });

  test('what is no day is said beside the field and changes nothing', stage.options, async () => {
    const page = await stage.open('/drivers', { token: await stage.adminToken() });
    await settle(page);
    const before = page.url();
    const day = page.getByPlaceholder('dd/mm/yyyy');
    await day.fill('31/02/2026');
    await day.blur();
    await page.getByText('Enter the date as dd/mm/yyyy.').waitFor();
    assert.equal(await day.getAttribute('aria-invalid'), 'true');
    assert.equal(page.url(), before);
  });

  test('a range that is turned around by one day takes the other along', stage.options, async () => {
    const page = await stage.open('/market?from=2026-10-01&to=2026-10-10', {
      token: await stage.adminToken(),
    });
    await settle(page);
    await page.getByLabel('From', { exact: true }).fill('20/10/2026');
    await page.waitForURL(/from=2026-10-20&to=2026-10-20/);
    assert.equal(await page.getByLabel('To', { exact: true }).inputValue(), '20/10/2026');
  });

  test(
    'the start page shows the forecast that the service serves, without a credential',
    stage.options,
    async () => {
      const page = await stage.open('/');
      await settle(page);
      await page
        .getByRole('img', { name: /^Forecast with its 10–90% interval/ })
        .first()
        .waitFor();
      await page.getByText(/^Day-ahead auction, forecast issued 24 Oct, /).waitFor();
      await page.getByText(/^Simulated data/).waitFor();
      await page.getByText('Sun 25 Oct').first().waitFor();
    },
  );

  test(
    'before a forecast was made ahead of its auction the start page shows what has cleared',
    stage.options,
    async () => {
      const page = await stage.open('/');
      await page.route('**/showcase.json', async (route) => {
        const reply = await route.fetch();
        const showcase: { value: unknown[] } = await reply.json();
        const none = showcase.value.map(() => null);
        await route.fulfill({
          response: reply,
          json: {
            ...showcase,
            price: none.map((_, hour) => 40 + (hour % 24)),
            value: none,
            p10: none,
            p90: none,
          },
        });
      });
      await page.reload();
      await settle(page);
      await page
        .getByRole('img', { name: /^Cleared prices/ })
        .first()
        .waitFor();
      await page.getByText(/^Cleared prices\. The next forecast/).waitFor();
      assert.equal(await page.getByText('10–90% interval', { exact: true }).count(), 0);
      assert.deepEqual(await violations(page), []);
    },
  );

  test(
    'a run that differs from the one before in its bounds alone says so, and by how much',
    stage.options,
    async () => {
      const page = await stage.open('about:blank', { token: await stage.adminToken() });
      await page.route('**/api/v1/dashboard/summary*', async (route) => {
        const reply = await route.fetch();
        const summary: DashboardSummary = await reply.json();
        const products = summary.products.map((product) => ({
          ...product,
          days: product.days.map((day) => {
            const [first] = day.points;
            if (first === undefined) return day;
            const change = {
              mean: 0,
              mean_absolute: 0,
              largest: { time: first.time, value: 0 },
              largest_bound: { time: first.time, value: -4.2 },
            };
            return { ...day, previous_run: day.run, change };
          }),
        }));
        await route.fulfill({ response: reply, json: { ...summary, products } });
      });
      await page.goto('/overview');
      const told = page.getByText(
        /every point forecast is the same, only bounds differ, by [−-]4\.20 EUR\/MWh at most/,
      );
      await told.waitFor();
      assert.match(await told.innerText(), /^Compared with the run of .* \(at 00:00\)\.$/);
    },
  );

  test('bars are read one by one from the keyboard', stage.options, async () => {
    const page = await stage.open('/', { token: await stage.adminToken() });
    // On the first day of a service nothing is scored yet.
    await page.route('**/api/v1/dashboard/accuracy?*', async (route) => {
      const reply = await route.fetch();
      const accuracy: AccuracyPage = await reply.json();
      await route.fulfill({ response: reply, json: { ...accuracy, ...THREE_HOURS } });
    });
    await page.goto('/accuracy');
    await settle(page);
    const bars = page.getByRole('group', { name: /by hour.* Use the arrow keys to read the values\.$/i });
    await bars.focus();
    const announced = page.locator('figure', { has: bars }).locator('[aria-live]');
    const announcedAt = async (key: string) => {
      await page.keyboard.press(key);
      return announced.innerText();
    };
    assert.equal(await announcedAt('End'), '02: 6.50 EUR/MWh');
    assert.equal(await announcedAt('Home'), '00: 4.00 EUR/MWh');
    assert.equal(await announcedAt('ArrowRight'), '01: 5.25 EUR/MWh');
  });
}

const THREE_HOURS: Pick<AccuracyPage, 'overall' | 'by_hour' | 'reliability'> = {
  overall: {
    n_observations: 3,
    mae: 5.25,
    rmse: 5.35,
    mape: null,
    mape_n_observations: 0,
    skill: null,
    bias: 0,
    coverage: 100,
    mean_width: 20,
  },
  by_hour: {
    group: ['0', '1', '2'],
    n_observations: [1, 1, 1],
    mae: [4, 5.25, 6.5],
    skill: [null, null, null],
    bias: [0, 0, 0],
    coverage: [100, 100, 100],
  },
  reliability: { level: [0.1, 0.5, 0.9], observed: [0, 0.33, 1] },
};

/** Name of what has the focus. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
}
