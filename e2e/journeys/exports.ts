import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { settle } from '../browser/open-browser.ts';
import { TOMORROW } from './clock.ts';
import type { Stage } from './stage.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

/** What a reader takes elsewhere: links, requests, files and pictures. */
export function exportJourneys(stage: Stage): void {
  test(
    'a copied link keeps the day, and curl has documented routes with all parameters',
    stage.options,
    async () => {
      const token = await stage.adminToken();
      const page = await stage.open('/overview', { token });
      const { origin } = new URL(stage.scene().baseUrl);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
      await settle(page);
      const day = { date: TOMORROW, product: 'da', resolution: 'PT1H', compare: 'previous', market: 'es' };
      assert.deepEqual(paramsOf(await copied(page, 'Copy link')), day);
      await page.goto('/forecasts?resolution=PT15M');
      await settle(page);
      const link = await copied(page, 'Copy link');
      assert.deepEqual(paramsOf(link), {
        resolution: 'PT15M',
        from: TOMORROW,
        to: TOMORROW,
        products: 'da',
        compare: 'previous',
        market: 'es',
      });
      for (const address of [
        link,
        '/forecasts?from=2026-10-25&to=2026-10-26',
        '/market',
        '/drivers',
        '/accuracy?basis=issued',
      ]) {
        await page.goto(address);
        await settle(page);
        await page.getByRole('button', { name: 'curl' }).click();
        const dialog = page.getByRole('dialog', { name: 'The same data with curl' });
        const commands = await dialog.locator('code').allInnerTexts();
        assert.equal(commands.length, address.startsWith('/accuracy') ? 3 : 2, address);
        for (const command of commands) {
          const [url = ''] = /http[^']+/.exec(command) ?? [];
          const reply = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
          assert.equal(reply.status, 200, `${command}: ${await reply.text()}`);
        }
        await page.keyboard.press('Escape');
      }
    },
  );

  test('a chart is saved as a picture, and its file says product, day and run', stage.options, async () => {
    const token = await stage.adminToken();
    const page = await stage.open('/overview', { token });
    await settle(page);
    await page.locator('figure canvas').first().waitFor();
    const [name, bytes] = await saved(page, 'Save as image');
    assert.match(name, /^lonja-forecast-da-2026-10-24-2026-10-25-run-20261024T\d{6}Z\.png$/);
    assert.deepEqual(bytes.subarray(0, 4), PNG);
    // Width and height stand behind the name of the first part.
    assert.ok(bytes.readUInt32BE(16) > 1000 && bytes.readUInt32BE(20) > 600);
    const [csv] = await saved(page, 'Save as CSV');
    assert.equal(csv, name.replace('.png', '.csv'));
    await page.goto('/market?view=heat');
    await settle(page);
    const [heat, picture] = await saved(page, 'Save as image');
    assert.match(heat, /^lonja-prices-da-.*\.png$/);
    assert.deepEqual(picture.subarray(0, 4), PNG);
  });
}

function paramsOf(link: string): Record<string, string> {
  return Object.fromEntries(new URL(link).searchParams);
}

async function copied(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name }).click();
  await page.getByText('Copied', { exact: true }).first().waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** What the button above the first chart saves: its name and its bytes. */
async function saved(page: Page, name: string): Promise<[string, Buffer]> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name }).first().click();
  const file = await download;
  return [file.suggestedFilename(), await readFile(await file.path())];
}
