import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { settle, signIn } from '../browser/open-browser.ts';
import { PASSWORD, register } from './accounts.ts';
import { signInWith } from './entry.ts';
import { mailedLink } from './mail.ts';
import { type Stage, submit } from './stage.ts';

/** What people do with their own account. */
export function accountJourneys(stage: Stage): void {
  test('the language and the theme change at once and stay', stage.options, async () => {
    const { token } = await register(stage, 'lucia');
    const page = await stage.open('/account', { token });
    await settle(page);
    await page.getByLabel('Language of the application and e-mails').selectOption('es');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Cuenta' }).waitFor();
    await page.getByRole('radio', { name: 'Oscuro' }).click();
    await page.goto('/overview');
    await page.getByRole('heading', { name: /^Mañana, / }).waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'es');
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).colorScheme), 'dark');
  });

  test('a forgotten password is set anew by the mailed link, which works once', stage.options, async () => {
    const { email, token } = await register(stage, 'olvido');
    const open = await stage.open('/account', { token });
    await settle(open);
    // An address is sent one mail a minute, but for a browser that has signed in before.
    const page = await stage.open('/sign-in');
    await signInWith(page, email, PASSWORD);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('heading', { name: 'Reset your password' }).waitFor();
    await page.getByLabel('E-mail address').fill(email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByText(`If ${email} has an account, a link has been sent to it.`).waitFor();
    const link = await mailedLink(stage.scene().dataDir, email);
    const next = 'another evening in the hall';
    const setPassword = async () => {
      await page.goto(link);
      await page.getByLabel('New password').fill(next);
      await page.getByRole('button', { name: 'Set password' }).click();
    };
    await setPassword();
    await page.waitForURL(/\/sign-in$/);
    await signInWith(page, email, PASSWORD);
    await page.getByRole('alert').getByText('The e-mail address or the password is wrong.').waitFor();
    await signInWith(page, email, next);
    await page.waitForURL(/\/overview$/);
    await setPassword();
    await page.getByText('This link was used already or has expired; ask for a new one.').waitFor();
    // Whoever was signed in with the forgotten password is signed in no more.
    // It may be at sign-in already: the page asks for the unread notifications by itself.
    await open.evaluate(() => document.querySelector<HTMLElement>('a[href="/market"]')?.click());
    await open.waitForURL(/\/sign-in/);
  });

  test(
    'a second factor is set up, asked for at sign-in, and a recovery code stands in for it once',
    stage.options,
    async () => {
      const { email, token } = await register(stage, 'dosfactores');
      const page = await stage.open('/account', { token });
      await page.getByRole('button', { name: 'Set up two-factor authentication' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Current password').fill(PASSWORD);
      await submit(page, 'Continue');
      await dialog.getByAltText('QR code of the key for your authenticator app').waitFor();
      const secret = /\b[A-Z2-7]{32,}\b/.exec(await dialog.innerText())?.[0] ?? '';
      const totp = new TOTP({ secret: Secret.fromBase32(secret) });
      await dialog.getByLabel('Code', { exact: true }).fill('000000');
      await submit(page, 'Turn on');
      await dialog.getByText('This is not the current code of the authenticator.').waitFor();
      await dialog
        .getByLabel('Code', { exact: true })
        .fill(totp.generate({ timestamp: await stage.now(token) }));
      await submit(page, 'Turn on');
      const [recoveryCode = '', secondCode = ''] = (await dialog.locator('code').innerText()).split(/\s+/);
      await submit(page, 'I have saved them');
      await page.getByText('Signing in requires a code from your authenticator app.').waitFor();

      const elsewhere = await stage.open('/sign-in');
      await signInWith(elsewhere, email, PASSWORD);
      await elsewhere.getByRole('alert').getByText('If you use two-factor authentication').waitFor();
      await elsewhere.getByRole('button', { name: 'I use two-factor authentication' }).click();
      await signInWith(elsewhere, email, PASSWORD, recoveryCode);
      await elsewhere.waitForURL(/\/overview$/);
      await elsewhere.getByRole('button', { name: 'Sign out' }).click();
      await elsewhere.getByRole('button', { name: 'I use two-factor authentication' }).click();
      await signInWith(elsewhere, email, PASSWORD, recoveryCode);
      await elsewhere.getByRole('alert').getByText('the password or the code is wrong').waitFor();
      // The code that confirmed is used up; the next one is good already.
      await signInWith(
        elsewhere,
        email,
        PASSWORD,
        totp.generate({ timestamp: (await stage.now(token)) + 30_000 }),
      );
      await elsewhere.waitForURL(/\/overview$/);

      await page.getByRole('button', { name: 'Turn off' }).click();
      await dialog.getByLabel('Current password').fill(PASSWORD);
      await dialog.getByLabel('Code or recovery code').fill(recoveryCode);
      await submit(page, 'Turn off');
      await dialog.getByText('Send the current code of your authenticator, or a recovery code').waitFor();
      await dialog.getByLabel('Code or recovery code').fill(secondCode);
      await submit(page, 'Turn off');
      await page.getByText('Two-factor authentication is off.').waitFor();
    },
  );

  test('a session elsewhere is ended from the account, and this one goes on', stage.options, async () => {
    const { email, token } = await register(stage, 'sesiones');
    const other = await stage.open('/overview', {
      token: await signIn(stage.scene().baseUrl, email, PASSWORD),
    });
    await settle(other);
    const page = await stage.open('/account', { token });
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await submit(page, 'End');
    await page.getByText('The session has ended.').waitFor();
    await page.getByRole('button', { name: 'End', exact: true }).waitFor({ state: 'detached' });
    await other.getByRole('link', { name: 'Account' }).click();
    await other.waitForURL(/\/sign-in\?next=/);
    await page.getByRole('link', { name: 'Overview' }).first().click();
    await page.getByRole('heading', { name: /^Tomorrow, / }).waitFor();
  });
}
