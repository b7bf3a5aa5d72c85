import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { settle } from '../browser/open-browser.ts';
import { sendDoomedJob } from '../unhappy-records.ts';
import { type Stage, submit } from './stage.ts';

const RELOAD_MS = 500;
const MOST_RELOADS = 40;

/** The platform, by those who run it and by those who do not. */
export function administrationJourneys(stage: Stage): void {
  test(
    'a user who is no superadmin sees that on each page of the platform, and nothing is requested',
    stage.options,
    async () => {
      const page = await stage.open('/overview', { token: await stage.adminToken() });
      const calls: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/api/v1/admin/')) calls.push(request.url());
      });
      for (const address of [
        '/admin',
        '/admin?tab=jobs',
        '/admin/tickets',
        `/admin/tickets/${randomUUID()}`,
      ]) {
        await page.goto(address);
        await settle(page);
        assert.equal(await page.getByText('This page is for platform administrators.').count(), 1, address);
      }
      assert.deepEqual(calls, []);
    },
  );

  test(
    'a challenger is retired with a reason, and a second attempt sees that it is retired',
    stage.options,
    async () => {
      const token = await stage.superadminToken();
      const [page, late] = [
        await stage.open('/admin?tab=models', { token }),
        await stage.open('/admin?tab=models', { token }),
      ];
      await settle(page);
      await settle(late);
      const label =
        (await page
          .getByRole('button', { name: /^Retire / })
          .first()
          .getAttribute('aria-label')) ?? '';
      const version = label.replace('Retire ', '');
      await page.getByRole('button', { name: label }).click();
      await page.keyboard.press('Escape');
      assert.equal(await page.getByRole('dialog').count(), 0);
      await page.getByRole('button', { name: label }).press('Enter');
      await late.getByRole('button', { name: label }).click();
      await page.getByLabel('Reason').fill('No better after a month');
      await submit(page, 'Retire');
      await page.getByText(`${version} has been retired.`).waitFor();
      await page.getByRole('button', { name: label }).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: version, exact: true }).click();
      await page.getByRole('dialog').getByText('No better after a month').waitFor();
      await submit(late, 'Retire');
      await late
        .getByRole('dialog')
        .getByRole('alert')
        .getByText(/is no longer a challenger/)
        .waitFor();
    },
  );

  test(
    'a job that died is shown with its reason and tried again, alone and with all others',
    stage.options,
    async () => {
      const page = await stage.open('/admin?tab=jobs', { token: await stage.superadminToken() });
      await settle(page);
      const product = `none-${process.pid}`;
      await sendDoomedJob(stage.scene().dataDir, { product });
      const row = page.getByRole('row', { name: new RegExp(`There is no product "${product}"`) });
      await reloadUntil(page, row);
      await row.getByRole('button', { name: 'Retry run-shadows' }).press('Enter');
      await page.getByText('1 job has been queued again.').waitFor();
      await row.waitFor({ state: 'detached' });
      await reloadUntil(page, row);
      await page.getByRole('button', { name: 'Retry all' }).press('Enter');
      await page.getByText(/^\d+ jobs? (has|have) been queued again\./).waitFor();
    },
  );
}

/** The list renews itself four times a minute; a test is not so patient. */
async function reloadUntil(page: Page, wanted: Locator): Promise<void> {
  for (let i = 0; i < MOST_RELOADS && !(await wanted.isVisible()); i++) {
    await sleep(RELOAD_MS);
    await page.reload();
    await settle(page);
  }
}
