import assert from 'node:assert/strict';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from '@lonja/client';
import type { Browser, Page } from 'playwright-core';
import { violations } from './browser/axe.ts';
import { findChromium } from './browser/find-chromium.ts';
import { openBrowser, settle } from './browser/open-browser.ts';
import { createStage } from './journeys/stage.ts';
import { removeData, type RunningService, startSmallService } from './running-service.ts';

/** A trader's morning and a battery operator's week. Its clock is set forward by starting the service anew on its data. */
const TUESDAY_1030 = '2026-10-20T08:30:00Z';
const TUESDAY_GATE = '2026-10-20T10:00:10Z';
const TUESDAY_1330 = '2026-10-20T11:30:00Z';
const THURSDAY_GATE = '2026-10-22T10:00:10Z';
/** The day-ahead gate of the day of 25 hours. */
const SATURDAY_GATE = '2026-10-24T10:00:10Z';
const MONDAY_1030 = '2026-10-26T09:30:00Z';
/** Plans are kept at the next minute after a gate, and settled within a minute of the last price. */
const MOST_MS = 240_000;
const POLL_MS = 500;
const BATTERY = {
  kind: 'battery',
  capacity_mw: 10,
  energy_mwh: 20,
  efficiency: 0.85,
  wear_cost: 5,
} as const;

const pictures = process.env['LONJA_PICTURES'];
const options = { skip: findChromium() === undefined ? 'needs Chromium' : false } as const;
let dataDir = '';
let service: RunningService;
let browser: Browser;
const stage = createStage(() => ({ baseUrl: service.baseUrl, dataDir, browser }), options);

before(async () => {
  if (options.skip !== false) return;
  dataDir = await mkdtemp(path.join(tmpdir(), 'lonja-working-week-'));
  service = await startAt(TUESDAY_1030);
  browser = await openBrowser();
});

after(async () => {
  if (options.skip !== false) return;
  await browser.close();
  await service.stop('SIGTERM');
  await removeData(dataDir);
});

function startAt(clockStart: string): Promise<RunningService> {
  return startSmallService({ DATA_DIR: dataDir, SOURCES: 'simulator', CLOCK_START: clockStart });
}

/** The service goes on at a later instant of its clock, for somebody who signs in anew. */
async function goOnAt(clockStart: string): Promise<{ client: Client; token: string }> {
  await service.stop('SIGTERM');
  service = await startAt(clockStart);
  return signedIn();
}

async function signedIn(): Promise<{ client: Client; token: string }> {
  const token = await stage.adminToken();
  return { token, client: createClient({ baseUrl: service.baseUrl, credential: token }) };
}

async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  for (let waited = 0; waited < MOST_MS; waited += POLL_MS) {
    const found = await ask();
    if (found !== undefined) return found;
    await sleep(POLL_MS);
  }
  throw new Error(`${what}: not within ${MOST_MS / 1000} s`);
}

/** What the service kept by itself at the gate of a delivery day. */
function keptAtGate(client: Client, siteId: string, day: string) {
  return until(`what is kept of ${day}`, async () => {
    const { items } = await client.portfolio.keptPlans({ site_id: siteId, date: day });
    return items.find(({ automatic }) => automatic);
  });
}

/** Its settlement, once the prices of the day are public. */
function settled(client: Client, siteId: string, day: string) {
  return until(`the settlement of ${day}`, async () => {
    const { items } = await client.portfolio.keptPlans({ site_id: siteId, date: day });
    return items.find(({ settlement }) => settlement !== null)?.settlement ?? undefined;
  });
}

async function hasForecast(client: Client): Promise<void> {
  await until('the first forecast', async () => {
    const { products } = await client.dashboard.summary();
    return products.find(({ product, latest_run: run }) => product === 'da' && run !== null);
  });
}

async function saved(page: Page, button: string): Promise<{ name: string; lines: string[] }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  const text = await readFile(await file.path(), 'utf8');
  return { name: file.suggestedFilename(), lines: text.trim().split('\r\n') };
}

test(
  'a trader looks ahead at 10:30, exports an offer, which is kept at the gate and settled when the prices are out',
  options,
  async () => {
    const morning = await signedIn();
    await hasForecast(morning.client);
    const site = await morning.client.portfolio.createSite({ name: 'Trader’s battery', ...BATTERY });
    const page = await stage.open(`/portfolio/${site.id}?date=2026-10-21`, {
      token: morning.token,
      width: 1440,
    });
    await settle(page);
    await page.getByRole('radio', { name: 'Wait for intraday' }).click();
    await page.getByRole('heading', { name: 'Day-ahead or intraday' }).waitFor();
    await settle(page);
    assert.deepEqual(await violations(page), []);

    await page.getByRole('radio', { name: 'Offer' }).click();
    await page.getByText(/The gate closes on .*12:00/).waitFor();
    await page.getByText('The forecast is of a simulated market.').waitFor();
    const offer = await saved(page, 'Save as CSV');
    assert.match(offer.name, /^lonja-offer-.*2026-10-21.*\.csv$/);
    const asked = await morning.client.portfolio.offerSite({ id: site.id, date: '2026-10-21' });
    // A row a step, and one for a period without any.
    const rows = asked.periods.map(({ steps }) => Math.max(steps.length, 1));
    assert.ok(asked.periods.some(({ steps }) => steps.length > 1));
    assert.equal(offer.lines.length, 1 + rows.reduce((sum, count) => sum + count, 0));
    assert.deepEqual(await violations(page), []);

    await page.getByRole('radio', { name: 'Kept plans' }).click();
    await page.getByLabel('Kept by itself when the gate closes').selectOption('offer');
    await page.getByText('Saved.').waitFor();

    const gate = await goOnAt(TUESDAY_GATE);
    const kept = await keptAtGate(gate.client, site.id, '2026-10-21');
    assert.equal(kept.kind, 'offer');
    assert.equal(kept.settlement, null);
    const noon = await goOnAt(TUESDAY_1330);
    const settlement = await settled(noon.client, site.id, '2026-10-21');
    assert.ok(settlement.foresight_eur >= settlement.earned_eur);

    const later = await stage.open(`/portfolio/${site.id}?view=kept`, { token: noon.token, width: 1440 });
    await settle(later);
    const row = later
      .getByRole('region', { name: /^Kept plans of / })
      .locator('tbody tr')
      .first();
    assert.match(await row.innerText(), /^Wed 21 Oct\tOffer\t.*, at the gate$/);
    assert.doesNotMatch(await row.innerText(), /\topen\t/);
    const list = await saved(later, 'Save as CSV');
    assert.equal(list.lines.length, 2);
  },
);

test(
  'a battery operator uploads the real charge through a week, replans and reads what each day earned',
  options,
  async () => {
    const tuesday = await signedIn();
    const site = await tuesday.client.portfolio.createSite({
      name: 'Operator’s battery',
      ...BATTERY,
      keeps_at_gate: 'plan',
    });
    const page = await stage.open(`/portfolio/${site.id}?view=data`, { token: tuesday.token });
    await settle(page);
    await page.getByText('No state of charge is stored.').waitFor();
    await page.getByLabel('Charge now, percent').fill('101');
    await page.getByRole('button', { name: 'Store and plan the rest of today' }).click();
    assert.equal((await tuesday.client.portfolio.siteCharge({ id: site.id })).latest, null);
    await page.getByLabel('Charge now, percent').fill('40');
    await page.getByRole('button', { name: 'Store and plan the rest of today' }).click();
    // The service knows the market since this morning: no run was made for today.
    await page.getByText('No forecast for this day was issued before its prices.').waitFor();
    assert.deepEqual(await violations(page), []);
    await page.getByLabel('CSV file of measurements').setInputFiles({
      name: 'charge.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('time,soc\n2026-10-20T12:00:00+02:00,35\n2026-10-20T23:00:00+02:00,50\n'),
    });
    // What is still to come was not measured.
    await page.getByText(/still to come/).waitFor();
    const { latest } = await tuesday.client.portfolio.siteCharge({ id: site.id });
    assert.equal(latest?.soc, 40, 'a file with a fault stores nothing');

    const thursday = await goOnAt(THURSDAY_GATE);
    assert.equal((await keptAtGate(thursday.client, site.id, '2026-10-23')).kind, 'plan');
    const noon = await stage.open(`/portfolio/${site.id}?view=data`, { token: thursday.token });
    await settle(noon);
    // A plan may have the same number in a cell.
    const charge = noon.locator('dl');
    await noon.getByLabel('CSV file of measurements').setInputFiles({
      name: 'charge.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('time,soc\n2026-10-22T11:00:00+02:00,80\n2026-10-22T11:45:00+02:00,62.5\n'),
    });
    await noon.getByText('The state of charge is stored.').waitFor();
    await charge.getByText('62.5', { exact: true }).waitFor();
    const rest = noon.getByRole('region', { name: /^Plan of the rest of today of / }).locator('tbody tr');
    await rest.first().waitFor();
    assert.deepEqual(await violations(noon), []);
    await noon.getByLabel('Charge now, percent').fill('40');
    await noon.getByRole('button', { name: 'Store and plan the rest of today' }).click();
    await charge.getByText('40.0', { exact: true }).waitFor();
    await rest.first().waitFor();
    assert.ok((await rest.first().innerText()) >= '12:', 'the plan begins after now');
    const plan = await thursday.client.portfolio.replanSite({ id: site.id });
    assert.ok(plan.periods.every(({ start }) => Date.parse(start) >= Date.parse(THURSDAY_GATE)));
    if (pictures !== undefined) await noon.screenshot({ path: `${pictures}/charge.png`, fullPage: true });

    const saturday = await goOnAt(SATURDAY_GATE);
    const ofLongDay = await keptAtGate(saturday.client, site.id, '2026-10-25');
    assert.equal(ofLongDay.date, '2026-10-25');

    const monday = await goOnAt(MONDAY_1030);
    // The service was off at the gate of Sunday: what that kept is made up for.
    const kept = ['2026-10-23', '2026-10-25', '2026-10-26'];
    for (const day of kept) await settled(monday.client, site.id, day);
    const days = await monday.client.portfolio.settlements({ site_id: site.id, group_by: 'day' });
    assert.deepEqual(days.items.map(({ group }) => group).toSorted(), kept);
    const [month] = (await monday.client.portfolio.settlements({ site_id: site.id, group_by: 'month' }))
      .items;
    const earned = days.items.reduce((sum, { earned_eur: eur }) => sum + eur, 0);
    assert.ok(Math.abs((month?.earned_eur ?? 0) - earned) < 0.02);
    for (const visit of [
      { width: 1280, locale: 'en' },
      { width: 820, locale: 'es', theme: 'dark' },
      { width: 390, locale: 'es' },
    ] as const) {
      const settledPage = await stage.open(`/portfolio/${site.id}?view=kept`, {
        token: monday.token,
        ...visit,
      });
      await settle(settledPage);
      await settledPage.getByRole('table').first().locator('tbody tr').first().waitFor();
      assert.deepEqual(await violations(settledPage), []);
      const overflow = await settledPage.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.ok(overflow <= 0, `${visit.width}: ${overflow} px too wide`);
      if (pictures !== undefined)
        await settledPage.screenshot({ path: `${pictures}/kept-${visit.width}.png`, fullPage: true });
    }
  },
);
