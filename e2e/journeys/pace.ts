import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { settle } from '../browser/open-browser.ts';
import { register } from './accounts.ts';
import type { Stage } from './stage.ts';

const MOST_REQUESTS = 50;
const DAY_STEPS = 25;
/** As quick as a finger on a mouse. */
const BETWEEN_STEPS_MS = 150;

/** How much a reader in a hurry asks of the service. */
export function paceJourneys(stage: Stage): void {
  test('a minute of busy clicking never meets the limit of requests', stage.options, async () => {
    const { token } = await register(stage, 'prisas');
    const page = await stage.open('/overview', { token });
    const asked: string[] = [];
    const refused: string[] = [];
    page.on('request', (request) => {
      const [, path] = request.url().split('/api/v1');
      if (path !== undefined) asked.push(path);
    });
    page.on('response', (response) => {
      if (response.status() === 429) refused.push(response.url());
    });
    await page.reload();
    await settle(page);
    const links = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link');
    const pages = await links.count();
    assert.ok(pages >= 12, `${pages} pages`);
    for (let i = 1; i < pages; i++) {
      await links.nth(i).click();
      await settle(page);
    }
    await links.first().click();
    await settle(page);
    for (let step = 0; step < DAY_STEPS; step++) {
      await page.getByRole('button', { name: 'Previous day' }).click();
      await sleep(BETWEEN_STEPS_MS);
    }
    await settle(page);
    await page.getByRole('link', { name: 'Forecasts', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Forecasts' }).waitFor();
    await settle(page);
    for (let step = 0; step < DAY_STEPS; step++) {
      await page.getByRole('button', { name: 'Earlier days' }).click();
      await sleep(BETWEEN_STEPS_MS);
    }
    await settle(page);
    assert.deepEqual(refused, []);
    assert.ok(asked.length < MOST_REQUESTS, `${asked.length} requests: ${asked.join(' ')}`);
  });

  test(
    'the overview asks for its first answers before the application is there, once',
    stage.options,
    async () => {
      const page = await stage.open('/account', { token: await stage.adminToken() });
      await page.evaluate(() => localStorage.setItem('lonja.resolution', 'PT15M'));
      await page.goto('/overview');
      await settle(page);
      const { asked, untaken } = await page.evaluate(() => ({
        asked: performance
          .getEntriesByType('resource')
          .flatMap(({ name }) => /\/(?:me|dashboard\/summary.*)$/.exec(name)?.[0] ?? []),
        untaken: window.earlyAnswers?.length,
      }));
      assert.deepEqual(asked.slice(0, 2), ['/me', '/dashboard/summary?resolution=PT15M']);
      assert.equal(new Set(asked).size, asked.length, asked.join(' '));
      assert.equal(untaken, 0);
    },
  );
}

declare global {
  interface Window {
    /** What has been asked for and nobody has taken. */
    earlyAnswers?: unknown[];
  }
}
