import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds wrong with the page as it is now. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const result = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return result.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  );
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
