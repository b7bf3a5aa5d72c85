import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { settle } from '../browser/open-browser.ts';
import { TOMORROW } from './clock.ts';
import type { Stage } from './stage.ts';

/** Quarter hours of tomorrow, the day of 25 hours. */
const QUARTERS = 100;

/** A trader who has minutes until the gate. */
export function traderJourney(stage: Stage): void {
  test(
    'a trader sees gate and day at once, turns to quarter hours and takes the offer sheet to a spreadsheet',
    stage.options,
    async () => {
      const token = await stage.adminToken();
      const page = await stage.open('/overview', { token, width: 1440, locale: 'es' });
      const { origin } = new URL(stage.scene().baseUrl);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
      await settle(page);
      const bar = page.getByRole('region', { name: 'Mercado ahora' });
      await bar.getByText(/^Cierre /).waitFor();
      await page.getByRole('radio', { name: '15 min' }).click();
      await settle(page);
      await page.getByText('Cuartos más baratos').waitFor();
      await page.getByRole('navigation').getByRole('link', { name: 'Hoja de ofertas' }).first().click();
      // The page before stays until the next one is there.
      await page.getByRole('heading', { level: 1, name: 'Hoja de ofertas' }).waitFor();
      await settle(page);
      assert.ok(await page.getByRole('radio', { name: '15 min' }).isChecked(), 'the choice is kept');
      const shown = await page.getByRole('table').locator('tbody tr').count();
      assert.equal(shown, QUARTERS);
      const sheet = (await copied(page))
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split('\t'));
      const [head = [], ...rows] = sheet;
      assert.equal(rows.length, QUARTERS);
      const field = (name: string) => head.indexOf(`da ${name}`);
      for (const row of rows) {
        const [p10, p50, p90] = ['p10', 'p50', 'p90'].map((name) => decimal(row[field(`${name} (EUR/MWh)`)]));
        const below = decimal(row[field('probability_below_0 (0-1)')]);
        assert.ok(p10 <= p50 && p50 <= p90, row.join(' '));
        assert.ok(below >= 0 && below <= 1, row.join(' '));
      }
      // The same sheet by hours, of the day that the link says.
      await page.goto(`/offers?date=${TOMORROW}&resolution=PT1H`);
      await settle(page);
      assert.equal(await page.getByRole('table').locator('tbody tr').count(), QUARTERS / 4);
      // A choice of one's own counts from then on, not that of the link.
      await page.getByRole('radio', { name: '15 min' }).click();
      await page.waitForURL((url) => !url.searchParams.has('resolution'));
      await settle(page);
      assert.equal(await page.getByRole('table').locator('tbody tr').count(), QUARTERS);
    },
  );
}

/** A number with the comma of Spain. */
function decimal(text = ''): number {
  assert.match(text, /^-?\d+(,\d+)?$/);
  return Number(text.replace(',', '.'));
}

async function copied(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Copiar a una hoja de cálculo' }).click();
  await page.getByText('Copiado', { exact: true }).first().waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}
