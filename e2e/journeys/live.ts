import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from '@lonja/client';
import type { Page } from 'playwright-core';
import { settle } from '../browser/open-browser.ts';
import type { Stage } from './stage.ts';

/** When the clock stands a moment after the run that the first intraday auction has at 13:30 in Madrid. */
const RUN_IS_DUE = '2026-10-24T11:30:05Z';
const MOST_MS = 400_000;
const POLL_MS = 2000;

/** What an open page does while the service goes on. `restart` starts the service anew at an instant of its clock, at the same address. */
export function liveJourney(stage: Stage, restart: (clockStart: string) => Promise<void>): void {
  test(
    'a run that lands shows by itself, over a lost connection, and nothing jumps',
    stage.options,
    async () => {
      const token = await stage.adminToken();
      await waitForFirstRuns(createClient({ baseUrl: stage.scene().baseUrl, credential: token }));
      const page = await stage.open('/overview?product=ida1', { token });
      await settle(page);
      await page.getByText('No run covers this day yet.').waitFor();
      await page.getByRole('heading', { name: 'Spread to an earlier auction' }).waitFor();
      await page.getByRole('group', { name: /^Price by delivery hour/ }).focus();
      await page.keyboard.press('+');
      await page.getByRole('button', { name: 'Show all' }).first().waitFor();
      const before = await headings(page);
      await page.evaluate(watchShifts);
      await restart(RUN_IS_DUE);
      await page.getByText(/^Run of 24 Oct, 13:3\d/).waitFor({ timeout: MOST_MS });
      const spread = page.getByRole('group', { name: /^Spread of Intraday 1 to Day-ahead/ });
      await spread.waitFor();
      // The charts of the spread are new; all that was there stands where it stood.
      const after = await headings(page);
      assert.deepEqual(
        after.filter((one) => before.includes(one)),
        before,
      );
      assert.deepEqual(await page.evaluate(() => window.shifts), []);
      assert.ok(await page.getByRole('button', { name: 'Show all' }).first().isVisible());
      const mean = page
        .locator('dl', { hasText: /^Mean, / })
        .getByRole('definition')
        .first();
      assert.match(await mean.innerText(), /^−?\d+\.\d\d/);
      await page
        .getByRole('row', { name: /^Intraday 1/ })
        .getByText(/24 Oct, 13:3\d/)
        .waitFor();
    },
  );
}

/** The runs that a service makes after its first start would come before the one that is waited for. */
async function waitForFirstRuns({ dashboard }: Client): Promise<void> {
  for (let waited = 0; waited < MOST_MS; waited += POLL_MS) {
    const { products } = await dashboard.summary();
    if (products.every(({ latest_run: run }) => run !== null)) return;
    await sleep(POLL_MS);
  }
}

/** What stands where, from the top of the page. */
function headings(page: Page): Promise<string[]> {
  return page
    .locator('h1, h2, figure')
    .evaluateAll((all) =>
      all.map(
        (one) =>
          `${one.tagName} ${one.tagName === 'FIGURE' ? '' : one.textContent} ${Math.round(one.getBoundingClientRect().top)}`,
      ),
    );
}

/** Notes what the browser counts as having moved without the reader's doing. */
function watchShifts(): void {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shifts.push(JSON.stringify(entry));
  }).observe({ type: 'layout-shift' });
}

declare global {
  interface Window {
    shifts: string[];
  }
}
