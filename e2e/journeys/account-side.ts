import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingHttpHeaders, createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { verifyWebhook } from '@lonja/client';
import { addressOf, PASSWORD } from './accounts.ts';
import { mailedLink } from './mail.ts';
import { pressUntil, type Stage, submit } from './stage.ts';

/** Text that would be markup if it were not kept as text. */
const KEY_LABEL = `Night report <b>${process.pid}`;
/** What the endpoint is called. */
const RECEIVER = `Receiver ${process.pid}`;
/** Whom the administrator invites. */
const INVITED = addressOf('luis');

/** Keys, webhooks, people and settings, as an administrator and as someone who is none. */
export function accountSideJourneys(stage: Stage): void {
  const withCurl = hasCurl() ? stage.options : { skip: 'needs curl' };
  test('an administrator makes a key, uses it with curl and revokes it', withCurl, async () => {
    const page = await stage.open('/api-keys', { token: await stage.adminToken() });
    await page.getByRole('button', { name: 'Create a key' }).first().click();
    await page.getByLabel('Description').fill(KEY_LABEL);
    await page.getByRole('radio', { name: 'Only these' }).click();
    await submit(page, 'Create a key');
    const command = await page.getByRole('dialog').getByRole('region').innerText();
    const key = /svc_[0-9A-Za-z]{36}/.exec(command)?.[0] ?? '';
    assert.ok(curl(command).includes('"points":'), command);
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await page.getByText(KEY_LABEL).waitFor();
    assert.ok(!(await page.content()).includes(key), 'the key is gone from the page');
    const row = page.getByRole('row', { name: KEY_LABEL });
    await row.getByRole('button', { name: 'Revoke' }).click();
    await submit(page, 'Revoke');
    await page.getByText('The key has been revoked.').waitFor();
    assert.match(curl(command), /"error":"invalid_token"/);
  });

  test(
    'an administrator adds a webhook, and a signed delivery comes and is listed',
    stage.options,
    async () => {
      const token = await stage.adminToken();
      const receiver = await startReceiver();
      try {
        const page = await stage.open('/webhooks', { token });
        await page.getByRole('button', { name: 'Add an endpoint' }).first().click();
        await page.getByLabel('Name').fill(RECEIVER);
        await page.getByLabel('Address').fill(receiver.url);
        await submit(page, 'Add an endpoint');
        const secret = await page.getByRole('dialog').locator('code').innerText();
        await page.getByRole('button', { name: 'I have saved it' }).click();
        await page.getByRole('link', { name: RECEIVER }).click();
        await pressUntil(page, 'Send a test', page.getByText('A ping has been queued.'));
        const { headers, body } = await receiver.first;
        await verifyWebhook({ body, signature: String(headers['svc-webhook-signature']), secret });
        await page.getByRole('row', { name: /ping succeeded/ }).waitFor();
        await page.getByRole('link', { name: /^Details of ping/ }).click();
        await page.getByRole('dialog').getByText('Response: 204').waitFor();
        await page.getByRole('dialog').getByText(String(headers['svc-webhook-id'])).waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Delete' }).click();
        await submit(page, 'Delete');
        await page.waitForURL(/\/webhooks$/);
      } finally {
        receiver.close();
      }
    },
  );

  test('an address that webhooks cannot be sent to is refused at its field', stage.options, async () => {
    const page = await stage.open('/webhooks', { token: await stage.adminToken() });
    await page.getByRole('button', { name: 'Add an endpoint' }).first().click();
    await page.getByLabel('Name').fill('Wrong');
    const address = page.getByLabel('Address');
    await address.fill('ftp://example.com/hook');
    await submit(page, 'Add an endpoint');
    await page.getByText('This address cannot receive webhooks.').waitFor();
    assert.equal(await address.getAttribute('aria-invalid'), 'true');
  });

  test(
    'an invited viewer is offered nothing of the administration and shown why',
    stage.options,
    async () => {
      const admin = await stage.open('/users', { token: await stage.adminToken() });
      await admin.getByRole('button', { name: 'Invite a user' }).click();
      await admin.getByLabel('E-mail address').fill(INVITED);
      await submit(admin, 'Send invitation');
      await admin.getByRole('row', { name: new RegExp(`${INVITED}.*pending`) }).waitFor();

      const page = await stage.open(await mailedLink(stage.scene().dataDir, INVITED));
      await page.getByLabel('Your name').fill('Luis Barrio');
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: /^Join / }).click();
      await page.waitForURL(/\/overview/);
      for (const name of ['Users', 'API keys', 'Webhooks']) {
        assert.equal(await page.getByRole('link', { name, exact: true }).count(), 0, name);
      }
      for (const path of ['/users', '/api-keys', '/webhooks', '/settings?tab=audit']) {
        await page.goto(path);
        await page.getByText(/This page requires the role administrator; yours is viewer\./).waitFor();
      }
      await page.goto('/settings');
      await page.getByText('Only administrators can change these settings.').waitFor();
      assert.equal(await page.getByRole('textbox').count(), 0);
    },
  );

  test(
    'the last administrator can be neither demoted nor deactivated, and the page says so',
    stage.options,
    async () => {
      const page = await stage.open('/users', { token: await stage.adminToken() });
      await page
        .getByRole('row', { name: /\byou\b/ })
        .getByRole('button')
        .click();
      await page.getByText(/is the only active administrator of/).waitFor();
      assert.ok(await page.getByRole('button', { name: 'Deactivate' }).isDisabled());
      assert.ok(await page.getByRole('radio', { name: 'viewer' }).isDisabled());
    },
  );

  test(
    'the audit log shows who did what and can be filtered, and the usage has its table',
    stage.options,
    async () => {
      const page = await stage.open('/settings', { token: await stage.adminToken() });
      await page.getByLabel(/^Threshold for forecast changes/).fill('7.5');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved').waitFor();
      await page.getByRole('radio', { name: 'Audit log' }).click();
      await page
        .getByRole('row', { name: /Changed the settings.*7\.5/ })
        .first()
        .waitFor();
      await page.getByLabel('What').selectOption('API keys');
      await page
        .getByRole('row', { name: /Revoked an API key/ })
        .first()
        .waitFor();
      await page
        .getByRole('row', { name: /Changed the settings/ })
        .first()
        .waitFor({ state: 'detached' });
      assert.match(page.url(), /what=api_key/);
      await page.getByRole('radio', { name: 'Usage' }).click();
      await page.getByRole('row', { name: /Users of the application/ }).waitFor();
    },
  );
}

function hasCurl(): boolean {
  return spawnSync('curl', ['--version']).error === undefined;
}

/** Runs a command as a reader would paste it, and gives what it printed. */
function curl(command: string): string {
  const { stdout, error } = spawnSync('sh', ['-c', `${command} --silent`], { encoding: 'utf8' });
  if (error !== undefined) throw error;
  return stdout;
}

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver of events: keeps the first and answers 204. */
async function startReceiver(): Promise<{ url: string; first: Promise<Received>; close: () => void }> {
  const { promise: first, resolve, reject } = Promise.withResolvers<Received>();
  const server = createServer((request, response) => {
    const receive = async () => {
      const body = await text(request);
      response.writeHead(204).end();
      resolve({ headers: request.headers, body });
    };
    receive().catch(reject);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.');
  return { url: `http://127.0.0.1:${address.port}/hook`, first, close: () => server.close() };
}
