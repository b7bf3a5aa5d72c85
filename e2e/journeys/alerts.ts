import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { SLACK_PATH, startMessengers } from '../../packages/server/test/channels/messengers.ts';
import { settle } from '../browser/open-browser.ts';
import { submit, type Stage } from './stage.ts';

/** Noon of tomorrow in Madrid, a day of winter time: the gate of Monday. */
const GATE_OF_MONDAY = '2026-10-25T11:00:00Z';
const MOST_MS = 60_000;

/** An alert that goes where people are. */
export function alertJourney(stage: Stage): void {
  test(
    'an alert reaches Slack before the gate, by a channel that is saved once a test has arrived',
    stage.options,
    async () => {
      const messengers = await startMessengers();
      try {
        const token = await stage.adminToken();
        const page = await stage.open('/alerts', { token });
        await settle(page);
        await page.getByRole('button', { name: 'Add a channel' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Name').fill('Trading desk');
        await dialog.getByLabel('Address of the incoming webhook').fill(`${messengers.url}/services/other`);
        await submit(page, 'Save');
        await dialog.getByText(/Slack answered with 404 no_service/).waitFor();
        assert.deepEqual(messengers.taken.slack, []);
        await dialog.getByLabel('Address of the incoming webhook').fill(`${messengers.url}${SLACK_PATH}`);
        await submit(page, 'Save');
        await dialog.waitFor({ state: 'detached' });
        assert.match(messengers.taken.slack[0] ?? '', /^Lonja: test of a channel\n.*"Trading desk"/);
        const row = page.getByRole('row', { name: /^Trading desk/ });
        await row.getByText('on', { exact: true }).waitFor();
        await page.getByRole('button', { name: 'Add a rule' }).first().click();
        await dialog.getByLabel('Name').fill('Any price');
        await dialog.getByLabel('Notify me when').selectOption({ label: 'a price is above' });
        await dialog.getByLabel('EUR/MWh').fill('-500');
        await dialog.getByLabel('Delivery days of each run').fill('7');
        await submit(page, 'Save');
        await dialog.waitFor({ state: 'detached' });
        for (let waited = 0; messengers.taken.slack.length < 2; waited += 250) {
          assert.ok(waited < MOST_MS, 'no alert came');
          await sleep(250);
        }
        const alert = messengers.taken.slack[1] ?? '';
        assert.match(alert, /^Any price: day-ahead, /);
        assert.match(alert, /\nMonday 26 October: 24 hours above -500\.00 EUR\/MWh\./);
        assert.ok((await stage.now(token)) < Date.parse(GATE_OF_MONDAY));
        await page.reload();
        await settle(page);
        await row.getByText(/24 Oct/).waitFor();
        await row.getByRole('button', { name: 'Test' }).click();
        await page.getByText('The test message has arrived.').waitFor();
        await row.getByRole('button', { name: 'Delete' }).click();
        await submit(page, 'Delete');
        await row.waitFor({ state: 'detached' });
      } finally {
        await messengers.close();
      }
    },
  );
}
