import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from '../browser/axe.ts';
import { firstLoad } from '../browser/first-load.ts';
import { settle } from '../browser/open-browser.ts';
import { PAGES } from '../browser/pages.ts';
import type { Stage } from './stage.ts';

/** As gzip sends it, within the 180 kB that a first load may have. A chart's library on the start page would be a third more. */
const MOST_SCRIPT_BYTES = { '/': 145_000, '/overview': 177_000 };

/** What holds on every page; last, because it judges the pages that the journeys opened too. */
export function everyPage(stage: Stage): void {
  test(
    'no page costs more than six requests, is wider than its window or has a fault that axe finds',
    stage.options,
    async () => {
      const token = await stage.superadminToken();
      const looks = [
        { theme: 'light', width: 1280 },
        { theme: 'dark', width: 390 },
      ] as const;
      for (const look of looks) {
        for (const [group, pages] of Object.entries(PAGES)) {
          const page = await stage.open('about:blank', { ...look, ...(group === 'signedIn' && { token }) });
          // A run that lands meanwhile is asked for again, which is no cost of the page.
          const calls = new Set<string>();
          page.on('request', (request) => {
            if (request.url().includes('/api/v1/')) calls.add(request.url());
          });
          for (const address of Object.values(pages)) {
            // What the page before still asks for is no cost of this one.
            await page.goto('about:blank');
            calls.clear();
            await page.goto(address);
            await settle(page);
            assert.ok(calls.size <= 6, `${address}: ${[...calls].join(' ')}`);
            assert.deepEqual(await violations(page), [], `${address}, ${look.theme}`);
            const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            assert.ok(overflow <= 0, `${address} is ${overflow} px wider than a window of ${look.width}`);
          }
          await page.context().close();
        }
      }
    },
  );

  test('the first load stays within its budget of script', stage.options, async () => {
    const { browser, baseUrl } = stage.scene();
    const token = await stage.adminToken();
    for (const [address, most] of Object.entries(MOST_SCRIPT_BYTES)) {
      const visit = { baseUrl, ...(address !== '/' && { token }) };
      const bytes = await firstLoad(browser, visit, address);
      assert.ok(bytes > 50_000 && bytes < most, `${address}: ${bytes} bytes`);
    }
  });

  test('no page made an error, broke its security policy or asked another host', stage.options, () => {
    for (const { errors, foreign } of stage.complaints) {
      assert.deepEqual(errors, []);
      assert.deepEqual(foreign, []);
    }
  });
}
