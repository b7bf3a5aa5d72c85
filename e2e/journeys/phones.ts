import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settle } from '../browser/open-browser.ts';
import type { Stage } from './stage.ts';

export const PHONE = { width: 390, height: 844 } as const;

/** Reading on a narrow screen. */
export function phoneJourneys(stage: Stage): void {
  test(
    'on a phone a table has every column of the desk, a scroll away beside its first one',
    stage.options,
    async () => {
      const token = await stage.adminToken();
      const heads = async (width: number) => {
        const page = await stage.open('/market', { token, width });
        await settle(page);
        const table = page.getByRole('region', { name: 'Statistics' }).last();
        return { table, titles: await table.locator('th').allInnerTexts() };
      };
      const desk = await heads(1280);
      const phone = await heads(PHONE.width);
      assert.equal(desk.titles.length, 9);
      assert.deepEqual(phone.titles.toSorted(), desk.titles.toSorted());
      const { table } = phone;
      assert.ok(await table.evaluate((box) => box.scrollWidth > box.clientWidth));
      await table.evaluate((box) => (box.scrollLeft = box.scrollWidth));
      const box = await table.boundingBox();
      const [first, last] = await Promise.all(
        [table.locator('th').first(), table.locator('th').last()].map((cell) => cell.boundingBox()),
      );
      assert.ok(box && first && last);
      assert.ok(Math.abs(first.x - box.x) < 2, 'the first column stays');
      assert.ok(Math.abs(last.x + last.width - box.x - box.width) < 2, 'the last one is in sight');
    },
  );

  test('on a phone the values under the cursor do not cover the picture', stage.options, async () => {
    const page = await stage.open('/overview', { token: await stage.adminToken(), ...PHONE });
    await settle(page);
    const chart = page.locator('figure').first();
    await chart.getByRole('group', { name: /^Price by/ }).focus();
    for (const key of ['Home', 'End']) {
      await page.keyboard.press(key);
      const tooltip = await chart.locator('.chart-tooltip').boundingBox();
      const plot = await chart.locator('.u-over').boundingBox();
      assert.ok(tooltip && plot);
      assert.ok(tooltip.y + tooltip.height <= plot.y, key);
      assert.ok(tooltip.x >= 0 && tooltip.x + tooltip.width <= PHONE.width, key);
    }
  });
}
