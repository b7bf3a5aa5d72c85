import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { violations } from '../browser/axe.ts';
import { register } from './accounts.ts';
import { TOMORROW_NAME } from './clock.ts';
import { type Stage, submit } from './stage.ts';

/** Sites and their plans. */
export function portfolioJourneys(stage: Stage): void {
  test(
    'the place of a site is found by name without accents, and moved on the map by a click and by keys',
    stage.options,
    async () => {
      const { token } = await register(stage, 'lugar');
      const page = await stage.open('/portfolio', { token, locale: 'es' });
      await page.getByRole('button', { name: 'Añadir una instalación' }).click();
      const search = page.getByRole('searchbox', { name: 'Municipio' });
      await search.fill('caceres');
      await page.getByText(/^\d+ lugar(es)? encontrados?$/).waitFor();
      await search.press('Enter');
      const latitude = page.getByLabel('Latitud, grados norte');
      const longitude = page.getByLabel('Longitud, grados este');
      assert.deepEqual([await latitude.inputValue(), await longitude.inputValue()], ['39.373', '-6.458']);
      await search.fill('lagoa');
      await page.getByRole('button', { name: 'Lagoa Faro' }).click();
      assert.match(await latitude.inputValue(), /^37\.1/);
      assert.deepEqual(await violations(page), []);

      const map = page.getByRole('application');
      await map.click();
      const middle = [Number(await latitude.inputValue()), Number(await longitude.inputValue())];
      assert.ok(
        Math.abs((middle[0] ?? 0) - 39.9) < 0.05 && Math.abs((middle[1] ?? 0) + 2.5) < 0.05,
        middle.join(),
      );
      await map.press('ArrowUp');
      await map.press('Shift+ArrowLeft');
      const moved = [Number(await latitude.inputValue()), Number(await longitude.inputValue())];
      assert.deepEqual(
        moved,
        [(middle[0] ?? 0) + 0.05, (middle[1] ?? 0) - 0.5].map((value) => Number(value.toFixed(2))),
      );
      await search.fill('zzzz');
      await page.getByText('Ningún municipio con este nombre').waitFor();
    },
  );

  test(
    'a battery is added with its limits, and its plan of the 25 hours of tomorrow is read by quarters and taken away',
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
      await page.getByText('At 00:00 of every day: 10.0 MWh').waitFor();
      await page.getByLabel('Most cycles a day').fill('1');
      await page.getByLabel('Wear (degradation) cost').fill('1.5');
      await submit(page, 'Save');
      await page.getByRole('link', { name: 'Almacén <i>Norte</i>' }).click();
      await page.getByRole('heading', { name: TOMORROW_NAME }).waitFor();

      const rows = page.getByRole('region', { name: /^Schedule of .* by period$/ }).locator('tbody tr');
      const readRows = async (count: number) => {
        await rows.nth(count - 1).waitFor();
        return rows.evaluateAll((all) =>
          all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)),
        );
      };
      const hours = await readRows(25);
      assert.deepEqual(
        hours.map(([start = '']) => start).filter((start) => start.startsWith('02:00')),
        ['02:00 CEST', '02:00 CET'],
      );
      await page.getByRole('radio', { name: '15 min' }).click();
      const quarters = await readRows(100);
      assert.equal(quarters.length, 100);
      const column = (at: number) => quarters.map((row) => Number(row[at]?.replace('−', '-')));
      const [power = [], before = [], after = []] = [2, 3, 4].map(column);
      assert.ok(Math.max(...power) > 0 && Math.max(...power) <= 10);
      assert.ok(Math.min(...power) < 0 && Math.min(...power) >= -10);
      assert.equal(before[0], 10, 'the day begins with what is stored at 00:00');
      assert.deepEqual(before.slice(1), after.slice(0, -1));
      assert.ok(after.every((mwh) => mwh >= 0 && mwh <= 20) && (after.at(-1) ?? 0) >= 10);

      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export schedule (CSV)' }).click(),
      ]);
      assert.match(
        file.suggestedFilename(),
        /^lonja-schedule-Almacen-i-Norte-i--15min-da-\d{4}-\d\d-\d\d-run-\w+\.csv$/,
      );
      const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
      assert.equal(lines.length, 101);
      assert.match(lines[0] ?? '', /^time \(UTC\),.*"Stored at the start, MWh","Stored at the end, MWh"/);

      const earned = await page.getByRole('definition').first().innerText();
      assert.match(earned, /^[\d,]+ EUR\n10–90%: [\d,]+ to [\d,]+ EUR/);

      await page.getByRole('radio', { name: 'Kept plans' }).click();
      await page.getByText('Nothing has been kept for this site yet.').waitFor();
      const kept = page.getByRole('region', { name: /^Kept plans of / }).locator('tbody tr');
      for (const what of ['plan', 'offer']) {
        await page.getByRole('button', { name: `Keep the ${what}` }).click();
        await kept.filter({ hasText: new RegExp(what, 'i') }).waitFor();
      }
      assert.match(await kept.first().innerText(), /25 Oct\tOffer\t[\d,.]+\topen\t/);
      await page.getByLabel('Kept by itself when the gate closes').selectOption('offer');
      await page.getByText('Saved.').waitFor();
      const [list] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save as CSV' }).click(),
      ]);
      const keptLines = (await readFile(await list.path(), 'utf8')).trim().split('\r\n');
      assert.equal(keptLines.length, 3);
      await page.getByRole('radio', { name: 'Value and plan' }).click();

      await page.getByRole('radio', { name: 'Robust' }).click();
      await page.waitForURL(/plan=robust/);
      await page.getByRole('button', { name: 'Delete' }).click();
      await submit(page, 'Delete');
      await page.getByText('No sites yet.').waitFor();
    },
  );
}
