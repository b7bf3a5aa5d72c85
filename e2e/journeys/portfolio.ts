import assert from 'node:assert/strict';
import { test } from 'node:test';
import { register } from './accounts.ts';
import { TOMORROW_NAME } from './clock.ts';
import { type Stage, submit } from './stage.ts';

/** Sites and their plans. */
export function portfolioJourneys(stage: Stage): void {
  test(
    'a battery is added, and its plan of tomorrow earns over the 25 hours of that day',
    stage.options,
    async () => {
      const { token } = await register(stage, 'bateria');
      const page = await stage.open('/portfolio', { token });
      await page.getByText('No sites yet.').waitFor();
      await page.getByRole('button', { name: 'Add a site' }).click();
      await page.getByLabel('Name').fill('Almacén <i>Norte</i>');
      await page.getByLabel('Power, MW').fill('10');
      await page.getByLabel('Energy of the battery, MWh').fill('-1');
      await submit(page, 'Save');
      await page.locator('[name=energy_mwh][aria-invalid=true]').waitFor();
      await page.getByLabel('Energy of the battery, MWh').fill('20');
      await submit(page, 'Save');
      await page.getByRole('link', { name: 'Almacén <i>Norte</i>' }).click();
      await page.getByRole('heading', { name: TOMORROW_NAME }).waitFor();

      await page.getByRole('button', { name: 'Show as table' }).nth(1).click();
      const rows = page.getByRole('region', { name: /^Power of/ }).locator('tbody tr');
      await rows.first().waitFor();
      const table = await rows.evaluateAll((all) =>
        all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)),
      );
      assert.equal(table.length, 25);
      assert.deepEqual(
        table.map(([start = '']) => start.slice(-6)).filter((start) => start.startsWith('02:00')),
        ['02:00a', '02:00b'],
      );
      const column = (at: number) => table.map((row) => Number(row[at]?.replace('−', '-')));
      const [discharged, charged, stored] = [1, 2, 3].map(column);
      assert.ok(Math.max(...(discharged ?? [])) > 0 && Math.max(...(discharged ?? [])) <= 10);
      assert.ok(Math.min(...(charged ?? [])) < 0 && Math.min(...(charged ?? [])) >= -10);
      assert.ok((stored ?? []).every((mwh) => mwh >= 0 && mwh <= 20));
      const earned = await page.getByRole('definition').first().innerText();
      assert.match(earned, /^[\d,]+ EUR\n10–90%: [\d,]+ to [\d,]+ EUR/);

      await page.getByRole('radio', { name: 'Robust' }).click();
      await page.waitForURL(/plan=robust/);
      await page.getByRole('button', { name: 'Delete' }).click();
      await submit(page, 'Delete');
      await page.getByText('No sites yet.').waitFor();
    },
  );
}
