import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '@lonja/client';
import type { Page } from 'playwright-core';
import { CLIENTS, type RunningProvider } from '../../packages/server/test/openid/run-provider.ts';
import { settle, type Visit } from '../browser/open-browser.ts';
import { addressOf, register } from './accounts.ts';
import { mailedLink } from './mail.ts';
import { PHONE } from './phones.ts';
import { pressUntil, type Stage } from './stage.ts';

const DESK = { width: 1440, height: 900 } as const;

/** An organisation whose people sign in by a provider of its own, at a desk and on a phone. */
export function companySignInJourneys(stage: Stage, provider: () => RunningProvider): void {
  /** As a reader of its own, who leaves for the provider. */
  async function visit(size: Partial<Visit>, walk: (page: Page) => Promise<void>): Promise<void> {
    const page = await stage.newPage(size);
    await walk(page);
    assert.equal(
      await page.evaluate(() => document.documentElement.scrollWidth > innerWidth),
      false,
      'nothing is wider than the window',
    );
  }

  test('an organisation sets its provider, and its people enter by it', stage.options, async () => {
    const { dataDir } = stage.scene();
    const { issuer, people } = provider();
    const { email, token } = await register(stage, 'nora');
    const api = createClient({ baseUrl: stage.scene().baseUrl, credential: token });
    let signInUrl = '';
    await visit({ token, ...DESK }, async (page) => {
      await page.goto('/settings?tab=sign-in');
      await settle(page);
      await page.getByLabel('Issuer').fill(`${issuer}/other`);
      await page.getByLabel('Client id').fill(CLIENTS.post.client_id);
      await page.getByLabel('Client secret').fill(CLIENTS.post.client_secret);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('alert').first().waitFor();
      await page.getByLabel('Issuer').fill(issuer);
      await pressUntil(page, 'Save', page.getByText('Redirect address'));
      await page.getByRole('button', { name: 'Test' }).click();
      await page.getByText('and accepts the client').waitFor();
      await page.getByText('none yet').waitFor();
      signInUrl = (await api.settings.identityProvider()).sign_in_url;
      await page.getByText(signInUrl).waitFor();
    });

    provider().visitor = 'nora';
    people['nora'] = { email, email_verified: false };
    await visit(PHONE, async (page) => {
      await page.goto(signInUrl);
      await settle(page);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('You could not be signed in.').waitFor();
      await page.getByRole('link', { name: 'Start again' }).waitFor();
      assert.equal(new URL(page.url()).search, '', 'nothing of the answer stays in the address');
      people['nora'] = { email, email_verified: true };
      await page.getByRole('link', { name: 'Start again' }).click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('heading', { name: /^Tomorrow, / }).waitFor();
    });
    await visit({ token, ...PHONE }, async (page) => {
      await page.goto('/settings?tab=sign-in');
      await settle(page);
      await page.getByText('none yet').waitFor({ state: 'detached' });
    });

    const invited = addressOf('olga');
    await api.tenant.createInvitation({ email: invited, role: 'trader' });
    const link = await mailedLink(dataDir, invited);
    provider().visitor = 'olga';
    people['olga'] = { email: invited, email_verified: true, name: 'Olga' };
    await visit(PHONE, async (page) => {
      await page.goto(link);
      await settle(page);
      await page.getByText(/or choose a password of your own below/).waitFor();
    });
    await visit(DESK, async (page) => {
      await page.goto(link);
      await page.getByRole('button', { name: 'Sign in with your organisation' }).click();
      await page.getByRole('heading', { name: /^Tomorrow, / }).waitFor();
      const { items } = await api.tenant.users({ page: 1, page_size: 10 });
      assert.deepEqual(
        items.filter((user) => user.email === invited).map(({ role }) => role),
        ['trader'],
      );
    });
    await api.settings.removeIdentityProvider();
  });

  test('whose domain nobody has confirmed is told what to do instead', stage.options, async () => {
    for (const size of [DESK, PHONE]) {
      await visit(size, async (page) => {
        await page.goto('/sign-in');
        await page.getByRole('link', { name: /organisation/ }).click();
        // Until its page is there, the one before is seen, which has a field of that name too.
        await page.getByRole('heading', { name: 'Sign in with your organisation' }).waitFor();
        await page.getByLabel('E-mail address').fill('ana@nowhere.example');
        await page.getByRole('button', { name: 'Continue' }).click();
        await page.getByText(/No organisation signs in by its own provider with this/).waitFor();
        await page.getByRole('link', { name: 'Sign in with a password' }).click();
        await page.getByLabel('Password').waitFor();
      });
    }
  });
}
