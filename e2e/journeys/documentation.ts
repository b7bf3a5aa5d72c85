import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { violations } from '../browser/axe.ts';
import { settle } from '../browser/open-browser.ts';
import type { Stage } from './stage.ts';

/** Whichever font is shown: a slow browser keeps the wider one that stands before the page's own. */
async function headerFits(page: Page, signIn: string): Promise<void> {
  const box = await page.getByRole('link', { name: signIn }).boundingBox();
  assert.ok(box !== null && box.x + box.width <= 390 - 16, `the header of ${signIn} fits a phone`);
}

/** From the application into the documentation, and through it by its search. */
export function documentationJourneys(stage: Stage): void {
  test('the start page leads to the guides, the recipes and the API reference', stage.options, async () => {
    const portuguese = await stage.open('/', { locale: 'pt', width: 390 });
    await settle(portuguese);
    await headerFits(portuguese, 'Iniciar sessão');
    const page = await stage.open('/', { locale: 'es', width: 390 });
    await settle(page);
    await headerFits(page, 'Iniciar sesión');
    for (const [name, heading] of [
      ['La primera previsión en un minuto', 'A first forecast in a minute'],
      ['Recetas para su programa', 'Recipes'],
    ]) {
      const href = await page.getByRole('link', { name }).getAttribute('href');
      const reply = await fetch(new URL(href ?? '', stage.scene().baseUrl));
      assert.match(await reply.text(), new RegExp(`<h1[^>]*>${heading}`));
    }
    await page.getByRole('link', { name: 'Referencia de la API' }).click();
    await page.getByRole('heading', { level: 1, name: 'Referencia de la API' }).waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  });

  test(
    'a reader of Spanish comes to the Spanish pages, and stays where the switch leads',
    stage.options,
    async () => {
      const chosen = await stage.open('/');
      await chosen.getByRole('button', { name: 'Español' }).click();
      await chosen.getByRole('banner').getByRole('link', { name: 'Documentación', exact: true }).click();
      await chosen.getByRole('heading', { level: 1, name: 'Documentación' }).waitFor();
      assert.equal(new URL(chosen.url()).pathname, '/docs/es');

      const page = await stage.open('/docs/guides/first-forecast', { locale: 'es', width: 390 });
      await page.getByRole('heading', { level: 1, name: 'La primera previsión en un minuto' }).waitFor();
      assert.equal(new URL(page.url()).pathname, '/docs/es/guides/first-forecast');
      assert.equal(await page.evaluate(() => document.documentElement.lang), 'es');
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      assert.deepEqual(await violations(page), []);
      assert.match(await firstFound(page, 'cambios de hora'), /^Cuartos de hora y cambios de hora\n/);
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'English' }).click();
      await page.getByRole('heading', { level: 1, name: 'A first forecast in a minute' }).waitFor();
      await page.goto(new URL('/docs', page.url()).href);
      await page.getByRole('heading', { level: 1, name: 'Documentation' }).waitFor();
    },
  );

  test('the documentation is searched by words, whole ones and without accents', stage.options, async () => {
    const page = await stage.open('/docs', { width: 390 });
    assert.match(await firstFound(page, 'rate_limited'), /^Errors: rate_limited 429/);
    assert.match(await firstFound(page, 'GET /market/prices'), /^API: Market data: GET \/market\/prices/);
    assert.match(await firstFound(page, 'clock changes'), /^Quarter hours and clock changes\n/);
    await page.getByRole('searchbox').fill('casacion');
    await page.getByRole('link', { name: /^Glossary: Market/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Glossary' }).waitFor();
  });
}

/** What the search puts first, once it has answered. */
async function firstFound(page: Page, words: string): Promise<string> {
  const found = page.locator('#found');
  const before = await found.evaluate((region) => region.innerHTML);
  await page.getByRole('searchbox').fill(words);
  await page.waitForFunction((html) => document.querySelector('#found')?.innerHTML !== html, before);
  return found.getByRole('link').first().innerText();
}
