import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Fundamentals, PriceChart } from '@lonja/client';
import { violations } from '../browser/axe.ts';
import { settle } from '../browser/open-browser.ts';
import { TODAY } from './clock.ts';
import type { Stage } from './stage.ts';

/** The market explorer: ranges, long spans, and what is missing. */
export function marketJourneys(stage: Stage): void {
  test(
    'a range is chosen by its name, a long one is of daily means, and the generation follows the day',
    stage.options,
    async () => {
      const page = await stage.open('/market', { token: await stage.adminToken() });
      await settle(page);
      const deliveryDay = page.getByLabel('Delivery day', { exact: true });
      assert.equal(await deliveryDay.inputValue(), '24/10/2026');
      await page.getByRole('button', { name: 'This week last year' }).click();
      await page.waitForURL(/from=2025-10-20&to=2025-10-26/);
      await settle(page);
      assert.equal(await deliveryDay.inputValue(), '26/10/2025');
      await page.getByRole('button', { name: 'Year to date' }).click();
      await page.waitForURL(new RegExp(`from=2026-01-01&to=${TODAY}`));
      await settle(page);
      await page.getByText(/^Beyond 60 days the line is of daily means/).waitFor();
      await page.getByRole('button', { name: 'Show as table' }).first().click();
      const heads = page.locator('figure').first().locator('th');
      assert.deepEqual(await heads.allInnerTexts(), [
        'Start (Madrid time)',
        'Daily mean',
        'Lowest price',
        'Highest price',
      ]);
      // A press on the chart, here Enter at its first day, chooses the day below.
      await page.getByRole('button', { name: 'Show as chart' }).first().click();
      await page.locator('figure').first().getByRole('group').focus();
      await page.keyboard.press('Home');
      const spoken = await page.locator('figure').first().locator('[aria-live]').innerText();
      await page.keyboard.press('Enter');
      await page.waitForURL(/day=2026-/);
      await settle(page);
      const [day] = (await deliveryDay.inputValue()).split('/');
      assert.match(spoken, new RegExp(`^\\w+ ${Number(day)} `));
    },
  );

  test(
    'a home finds the cheapest hours of its bill, the cheapest first, in both languages',
    stage.options,
    async () => {
      for (const [locale, button, zone, caption] of [
        ['en', 'Show hours', 'Zone', 'Cheapest hours of a home bill'],
        ['es', 'Ver horas', 'Zona', 'Horas más baratas de la factura de casa'],
      ] as const) {
        const page = await stage.open('/market', { token: await stage.adminToken(), locale });
        await settle(page);
        for (const [period, surcharge] of Object.entries({ p1: '0.12', p2: '0.05', p3: '0.02' }))
          await page.locator(`[name=surcharge_${period}]`).fill(surcharge);
        await page.getByLabel(zone, { exact: true }).selectOption('ceuta_melilla');
        await page.getByRole('button', { name: button }).click();
        const rows = page.getByRole('table', { name: caption }).locator('tbody tr');
        await rows.first().waitFor();
        const prices = (await rows.locator('td:nth-child(2)').allInnerTexts()).map((text) =>
          Number(text.replace(',', '.')),
        );
        assert.equal(prices.length, 8);
        assert.deepEqual(
          prices,
          prices.toSorted((a, b) => a - b),
        );
        assert.deepEqual(await violations(page), []);
      }
    },
  );

  test(
    'an analyst lays last year and the wind over the prices, shares that and takes it to a Spanish spreadsheet',
    stage.options,
    async () => {
      const token = await stage.adminToken();
      const page = await stage.open('/market?from=2026-10-20&to=2026-10-21', { token, locale: 'es' });
      await settle(page);
      for (const [name, asked] of [
        ['Año anterior', /last_year=true/],
        ['Eólica (MW, eje derecho)', /powers=wind/],
      ] as const) {
        const answer = page.waitForResponse(asked);
        await page.getByRole('button', { name }).click();
        await answer;
        await settle(page);
      }
      await page.getByText(/^Año anterior: precios del mismo día de la semana/).waitFor();
      const shared = new URL(page.url());
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Guardar como CSV' }).first().click();
      const file = await download;
      assert.match(file.suggestedFilename(), /^lonja-prices-da-2026-10-20-2026-10-21\.csv$/);
      const [head = '', ...rows] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
      assert.match(head, /;Año anterior.*;Eólica.*;Precio casado/);
      assert.equal(rows.length, 48);
      assert.ok(
        rows.every((row) =>
          row
            .split(';')
            .slice(2)
            .every((cell) => /^-?\d+(,\d+)?$/.test(cell)),
        ),
      );
      // Who opens the link sees the same.
      await page.goto(shared.pathname + shared.search);
      await settle(page);
      await page.getByRole('button', { name: 'Año anterior', pressed: true }).waitFor();
    },
  );

  test('missing prices and sources are named, not drawn as zero', stage.options, async () => {
    const page = await stage.open('about:blank', { token: await stage.adminToken() });
    await page.route('**/dashboard/charts/prices?*', async (route) => {
      const reply = await route.fetch();
      const chart: PriceChart = await reply.json();
      const series = chart.series.map((one) => ({
        ...one,
        price: one.price.map((price, hour) => (hour === 5 || hour === 6 ? null : price)),
      }));
      await route.fulfill({ response: reply, json: { ...chart, series } });
    });
    await page.route('**/market/fundamentals?*', async (route) => {
      const reply = await route.fetch();
      const fundamentals: Fundamentals = await reply.json();
      const hours = fundamentals.hours
        .map((hour, at) =>
          at < 8 || at > 9 ? hour : { ...hour, generation: { ...hour.generation, solar_mw: null } },
        )
        .slice(0, -1);
      await route.fulfill({ response: reply, json: { ...fundamentals, hours } });
    });
    await page.goto('/market?from=2026-10-20&to=2026-10-20');
    await settle(page);
    await page.getByText('No price is published for the hatched hours: Tue 20 Oct, 05:00–07:00.').waitFor();
    const missing = page.getByText('Not published, hatched:').getByRole('listitem');
    assert.deepEqual(await missing.allInnerTexts(), [
      'Nuclear, Hydro, Wind, Thermal, Other, Net import, Load: 23:00–00:00',
      'Solar: 08:00–10:00; 23:00–00:00',
    ]);
    assert.deepEqual(await violations(page), []);
  });
}
