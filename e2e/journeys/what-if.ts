import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from '../browser/axe.ts';
import { settle } from '../browser/open-browser.ts';
import { TOMORROW_NAME } from './clock.ts';
import type { Stage } from './stage.ts';

/** The models are fitted once more for the first answer. */
const FIRST_ANSWER_MS = 180_000;

/** The forecast with other inputs. */
export function whatIfJourneys(stage: Stage): void {
  test(
    'what if there is more wind: a chart beside the published forecast, in words that say that it is hypothetical',
    stage.options,
    async () => {
      const page = await stage.open('/forecasts', { token: await stage.adminToken() });
      await settle(page);
      assert.equal(await page.getByLabel('Wind, %').count(), 0);
      await page.getByRole('button', { name: 'Change inputs' }).click();
      await page.getByRole('button', { name: 'Calculate' }).click();
      await page.getByText('Enter at least one change.').waitFor();
      await page.getByLabel('Wind, %').fill('12');
      await page.getByLabel('From period').fill('2');
      await page.getByLabel('To period').fill('25');
      await page.getByRole('button', { name: 'Calculate' }).click();
      await page.getByText('Hypothetical', { exact: true }).waitFor({ timeout: FIRST_ANSWER_MS });
      const words = `${TOMORROW_NAME}: .* EUR/MWh on average instead of .*, cheaper by .*The largest change is`;
      await page.getByText(new RegExp(words)).waitFor();
      await page.getByRole('list', { name: /with other inputs beside the published one/ }).waitFor();
      assert.deepEqual(await violations(page), []);
      await page.getByLabel('Wind, %').fill('900');
      await page.getByRole('button', { name: 'Calculate' }).click();
      await page.getByText(/have never seen so much/).waitFor();
      assert.deepEqual(await violations(page), []);
    },
  );

  test('in Spanish too, and not for Portugal', stage.options, async () => {
    const page = await stage.open('/forecasts', { token: await stage.adminToken(), locale: 'es' });
    await settle(page);
    await page.getByRole('button', { name: 'Cambiar entradas' }).click();
    await page.getByLabel('Centrales indisponibles, MW').fill('300');
    await page.getByRole('button', { name: 'Calcular' }).click();
    await page.getByText('Hipotético', { exact: true }).waitFor({ timeout: FIRST_ANSWER_MS });
    await page.getByText(/de media en lugar de .* más caro/).waitFor();
    await page.getByRole('radio', { name: 'Portugal', exact: true }).check();
    await page.getByRole('button', { name: 'Calcular' }).waitFor({ state: 'detached' });
  });
}
