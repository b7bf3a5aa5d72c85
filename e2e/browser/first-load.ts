import type { Browser } from 'playwright-core';
import { type Visit, openVisit, settle } from './open-browser.ts';

/** Shows the steps of a first start, and is fetched while they last only. */
const OF_A_FIRST_START = /\/preparation-[^/]+\.js$/;

/** Bytes of all scripts that a page fetches until it is shown, as gzip sends them. */
export async function firstLoad(browser: Browser, visit: Visit, address: string): Promise<number> {
  const context = await openVisit(browser, visit);
  const page = await context.newPage();
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script' && !OF_A_FIRST_START.test(request.url()))
      scripts.add(request.url());
  });
  await page.goto(address);
  await settle(page);
  await context.close();
  const sizes = await Promise.all(
    [...scripts].map(async (url) => {
      const reply = await fetch(url, { method: 'HEAD', headers: { 'Accept-Encoding': 'gzip' } });
      return Number(reply.headers.get('content-length'));
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
