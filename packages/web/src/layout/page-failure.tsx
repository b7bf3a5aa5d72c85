import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { defineMessages } from '../i18n/define-messages.ts';
import { useMessages } from '../i18n/locale.ts';
import { ButtonLink } from '../ui/button.tsx';
import { ErrorState } from '../ui/states.tsx';
import { Page } from './page.tsx';

const messages = defineMessages({
  en: {
    failed: 'This page could not be shown',
    missing: 'There is no such page',
    missingText: 'The address may be misspelt, or the page may have moved.',
    home: 'Go to the start page',
  },
  es: {
    failed: 'No se ha podido mostrar esta página',
    missing: 'Esta página no existe',
    missingText: 'Puede que la dirección esté mal escrita o que la página haya cambiado de sitio.',
    home: 'Ir a la página de inicio',
  },
});

export function PageFailure({ error, reset }: ErrorComponentProps) {
  const t = useMessages(messages);
  const router = useRouter();
  return (
    <main id="content" className="mx-auto max-w-3xl px-4 py-10">
      <Page title={t('failed')}>
        <ErrorState
          error={error}
          onRetry={() => {
            reset();
            void router.invalidate();
          }}
        />
      </Page>
    </main>
  );
}

export function MissingPage() {
  const t = useMessages(messages);
  return (
    <main id="content" className="mx-auto max-w-3xl px-4 py-10">
      <Page title={t('missing')}>
        <p className="text-soft">{t('missingText')}</p>
        <div>
          <ButtonLink to="/">{t('home')}</ButtonLink>
        </div>
      </Page>
    </main>
  );
}
