import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { settle } from '../browser/open-browser.ts';
import type { Stage } from './stage.ts';

/** Intervals around forecasts. */
export function intervalJourneys(stage: Stage): void {
  test('the intervals that were chosen are drawn on every page, and kept', stage.options, async () => {
    const page = await stage.open('/overview', { token: await stage.adminToken() });
    await settle(page);
    assert.deepEqual(await pressed(page), ['80%']);
    await toggle(page, '50%').click();
    await toggle(page, '95%').click();
    const legend = page.getByRole('list', { name: /^Price by delivery hour/ });
    const names = (await legend.getByRole('listitem').allTextContents()).slice(-3);
    assert.deepEqual(names, ['50% interval (25–75%)', '80% interval (10–90%)', '95% interval (2.5–97.5%)']);
    await page.reload();
    await settle(page);
    assert.deepEqual(await pressed(page), ['50%', '80%', '95%']);
    await page.goto('/forecasts');
    await settle(page);
    assert.deepEqual(await pressed(page), ['50%', '80%', '95%']);
    await toggle(page, '80%').click();
    await page.getByRole('button', { name: 'Show as table' }).first().click();
    const heads = await page.getByRole('table').first().getByRole('columnheader').allTextContents();
    assert.deepEqual(heads.slice(-4), [
      '2.5th percentile',
      '25th percentile',
      '75th percentile',
      '97.5th percentile',
    ]);
    const cells = await page
      .getByRole('table')
      .first()
      .locator('tbody tr')
      .first()
      .locator('td')
      .allTextContents();
    const edges = cells.slice(-4).map((text) => Number(text.replace('−', '-')));
    assert.ok(
      edges.every((edge, i) => Number.isFinite(edge) && edge >= (edges[i - 1] ?? -Infinity)),
      String(cells),
    );
  });
}

function toggle(page: Page, name: string) {
  return page.getByRole('group', { name: 'Intervals' }).getByRole('button', { name });
}

async function pressed(page: Page): Promise<string[]> {
  const group = page.getByRole('group', { name: 'Intervals' });
  await group.waitFor();
  return group.locator('[aria-pressed=true]').allTextContents();
}
