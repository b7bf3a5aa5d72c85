import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from '../browser/axe.ts';
import { settle } from '../browser/open-browser.ts';
import { addressOf, PASSWORD } from './accounts.ts';
import { findInMail, mailedCode } from './mail.ts';
import { pressUntil, type Stage } from './stage.ts';

/** The main pages with what a reader of Portuguese sees of them. */
const PAGES: readonly [address: string, title: RegExp, text: RegExp][] = [
  ['/forecasts', /^Previsões$/, /execução|previsões/i],
  ['/market', /^Mercado$/, /Preços dos leilões, com produção e consumo/],
  [
    '/accuracy',
    /^Precisão$/,
    /Erro absoluto médio|Ainda não foi avaliada|Ainda não foi feita nenhuma previsão retrospetiva/,
  ],
  ['/drivers', /^Fatores e meteorologia$/, /Espanha/],
  ['/offers', /^Folha de ofertas$/, /entrega na hora de Madrid/],
  ['/portfolio', /^Carteira$/, /instalações/],
  ['/alerts', /^Alertas$/, /Ainda não há regras/],
  ['/support', /^Suporte$/, /O último dia de cada publicação/],
  ['/settings', /^Definições$/, /uma hora à frente de Lisboa|Só os administradores/],
  ['/account', /^Conta$/, /Idioma da aplicação e dos e-mails/],
];

/** Portuguese, from the browser's language to the mail. */
export function portugueseJourney(stage: Stage): void {
  test(
    'a reader of Portuguese registers by a mail in Portuguese and follows Portugal through the main pages',
    stage.options,
    async () => {
      const email = addressOf('leitora');
      const page = await stage.open('/', { locale: 'pt', width: 390 });
      await page.getByRole('heading', { name: /^Previsão do preço da eletricidade/ }).waitFor();
      assert.equal(await page.evaluate(() => document.documentElement.lang), 'pt');
      await page.getByRole('link', { name: 'Criar uma conta' }).first().click();
      await page.getByLabel('E-mail do trabalho').fill(email);
      await page.getByLabel('Organização').fill('Comercializadora');
      await pressUntil(page, 'Enviar código', page.getByRole('heading', { name: 'Confirme o seu e-mail' }));
      const { dataDir } = stage.scene();
      await page.getByLabel('Código').fill(await mailedCode(dataDir, email));
      await findInMail(dataDir, email, /^Subject: \d{6} (é o seu código da Lonja)\n/);
      await findInMail(dataDir, email, /(É\s+válido\s+durante\s+10\s+minutos)/);
      await page.getByLabel('O seu nome').fill('Leitora Nova');
      await page.getByLabel('Palavra-passe').fill(PASSWORD);
      await pressUntil(page, 'Criar conta', page.getByRole('heading', { name: /^Amanhã, / }));
      await settle(page);
      // Delivery days are those of Madrid, which is said where Portugal is chosen.
      await page.getByRole('radio', { name: 'Portugal', exact: true }).check();
      await page
        .getByText(/seguem a hora de Madrid, também para Portugal: das 23:00 às 23:00 em Lisboa/)
        .waitFor();
      for (const [address, title, text] of PAGES) {
        await page.goto(address);
        await page.getByRole('heading', { level: 1, name: title }).waitFor();
        await settle(page);
        await page.getByText(text).first().waitFor();
        assert.deepEqual(await violations(page), [], address);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(overflow <= 0, `${address} is ${overflow} px too wide`);
      }
      // The documentation is in English, as its link says, and so is its page.
      await page.goto('/docs');
      assert.equal(await page.evaluate(() => document.documentElement.lang), 'en');
      // The account keeps the language: a browser in English shows Portuguese.
      const token = await page.evaluate(() => localStorage.getItem('lonja.session'));
      const elsewhere = await stage.open('about:blank', {});
      await elsewhere.addInitScript((value) => {
        if (location.protocol !== 'about:') localStorage.setItem('lonja.session', value ?? '');
      }, token);
      await elsewhere.goto('/overview');
      await elsewhere.getByRole('heading', { name: /^Amanhã, / }).waitFor();
      assert.equal(await elsewhere.evaluate(() => document.documentElement.lang), 'pt');
    },
  );
}
