import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { settle } from '../browser/open-browser.ts';
import type { Stage } from './stage.ts';

/** Charts from the keyboard and under a pointer. */
export function chartJourneys(stage: Stage): void {
  test('a chart is read, zoomed and shown whole again from the keyboard', stage.options, async () => {
    const page = await stage.open('/overview', { token: await stage.adminToken() });
    const chart = await chartOf(page, /^Price by delivery hour/);
    await chart.focus();
    await page.keyboard.press('Home');
    assert.match(await spoken(chart), /^Sat 24 Oct, 00:00–01:00 Madrid time/);
    await page.keyboard.press('End');
    assert.match(await spoken(chart), /^Sun 25 Oct, 23:00–00:00 Madrid time \(\+01:00\)/);
    await page.keyboard.press('ArrowLeft');
    assert.match(await spoken(chart), /^Sun 25 Oct, 22:00–23:00/);
    const showAll = page.getByRole('button', { name: 'Show all' }).first();
    assert.equal(await showAll.isVisible(), false);
    for (let i = 0; i < 8; i++) await page.keyboard.press('+');
    await showAll.waitFor();
    // Beyond the edge of what is shown the picture follows the cursor.
    for (let i = 0; i < 40; i++) await page.keyboard.press('ArrowLeft');
    assert.match(await spoken(chart), /^Sat 24 Oct, /);
    assert.ok(await chart.locator('.chart-tooltip').isVisible());
    await page.keyboard.press('0');
    await showAll.waitFor({ state: 'hidden' });
  });

  test(
    'a chart zooms by dragging and by the wheel with Ctrl, and its button shows all',
    stage.options,
    async () => {
      const page = await stage.open('/market?view=duration', { token: await stage.adminToken() });
      const chart = await chartOf(page, /./);
      const showAll = page.getByRole('button', { name: 'Show all' }).first();
      const box = await chart.boundingBox();
      assert.ok(box !== null);
      const y = box.y + box.height / 2;
      await page.mouse.move(box.x + box.width * 0.3, y);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * 0.6, y, { steps: 4 });
      await page.mouse.up();
      await showAll.click();
      await showAll.waitFor({ state: 'hidden' });
      // What has gone leaves the focus at its chart.
      assert.ok(await chart.evaluate((group) => document.activeElement === group));
      await page.mouse.move(box.x + box.width / 2, y);
      await page.keyboard.down('Control');
      await page.mouse.wheel(0, -300);
      await page.keyboard.up('Control');
      await showAll.waitFor();
      await page.mouse.dblclick(box.x + box.width / 2, y);
      await showAll.waitFor({ state: 'hidden' });
    },
  );

  test(
    'the file of a chart says product and days, and has each instant beside its local time',
    stage.options,
    async () => {
      const address = '/market?from=2026-03-29&to=2026-03-29';
      const token = await stage.adminToken();
      const page = await stage.open(address, { token });
      await chartOf(page, /./);
      const [name, text] = await savedFile(page, 'Save as CSV');
      assert.equal(name, 'lonja-prices-da-2026-03-29.csv');
      const lines = text.trimEnd().split('\r\n');
      assert.match(lines[0] ?? '', /^time \(UTC\),start \(Europe\/Madrid\),.+ \(EUR\/MWh\)$/);
      assert.equal(lines.length, 1 + 23, 'the clock goes forward that day');
      assert.match(lines[3] ?? '', /^2026-03-29T01:00:00Z,2026-03-29T03:00:00\+02:00,-?\d/);
      const spanish = await stage.open(address, { token, locale: 'es' });
      await chartOf(spanish, /./);
      const [, texto] = await savedFile(spanish, 'Guardar como CSV');
      assert.match(texto, /^\uFEFFhora \(UTC\);inicio \(Europe\/Madrid\);/);
      assert.match(texto, /^2026-03-29 01:00:00;2026-03-29 03:00:00;-?\d+(,\d+)?\r$/m);
    },
  );

  test('the heat map is read by hours and days from the keyboard', stage.options, async () => {
    const address = '/market?view=heat&from=2026-03-27&to=2026-03-30';
    const page = await stage.open(address, { token: await stage.adminToken() });
    const chart = await chartOf(page, /Use the arrow keys to move through hours and days/);
    await chart.focus();
    const announced = page.locator('figure').first().locator('[aria-live]');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    assert.match(await announced.innerText(), /^Fri 27 Mar, 01:00: /);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    assert.match(await announced.innerText(), /^Sun 29 Mar, 01:00: /);
    // That night the clock skips an hour.
    await page.keyboard.press('ArrowDown');
    assert.match(await announced.innerText(), /^Sun 29 Mar, 03:00: /);
  });
}

/** What the button above a chart saves: its name and its text. */
async function savedFile(page: Page, label: string): Promise<[string, string]> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: label }).first().click();
  const file = await download;
  return [file.suggestedFilename(), await readFile(await file.path(), 'utf8')];
}

async function chartOf(page: Page, label: RegExp): Promise<Locator> {
  await settle(page);
  const chart = page.locator('figure').getByRole('group', { name: label }).first();
  await chart.waitFor();
  return chart;
}

function spoken(chart: Locator): Promise<string> {
  return chart.locator('[aria-live]').innerText();
}
