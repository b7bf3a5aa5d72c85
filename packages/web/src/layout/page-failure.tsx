import { LonjaError } from '@lonja/client';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { defineMessages } from '../i18n/define-messages.ts';
import { useMessages } from '../i18n/locale.ts';
import { ButtonLink } from '../ui/button.tsx';
import { ErrorState } from '../ui/states.tsx';
import { Page } from './page.tsx';

const messages = defineMessages({
  en: {
    failed: 'This page could not be shown',
    missing: 'Page not found',
    missingText: 'The address may be mistyped, or the page may have moved.',
    home: 'Go to the start page',
  },
  es: {
    failed: 'No se ha podido mostrar esta página',
    missing: 'Página no encontrada',
    missingText: 'Puede que la dirección esté mal escrita o que la página se haya movido.',
    home: 'Ir a la página de inicio',
  },
});

const AGAIN_MS = 10_000;

/** Says why a page could not be shown. Where the service was away or busy it tries again by itself, as often as is asked. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const t = useMessages(messages);
  const router = useRouter();
  const retry = useCallback(() => {
    reset();
    void router.invalidate();
  }, [reset, router]);
  useEffect(() => {
    const waitMs = passingIn(error);
    if (waitMs === undefined) return undefined;
    const timer = setTimeout(retry, waitMs);
    return () => clearTimeout(timer);
  }, [retry, error]);
  return (
    <main id="content" className="mx-auto max-w-3xl px-4 py-10">
      <Page title={t('failed')}>
        <ErrorState error={error} onRetry={retry} />
      </Page>
    </main>
  );
}

/** When another try may find the service able to answer, ms; undefined when none will. */
function passingIn(error: unknown): number | undefined {
  if (!(error instanceof LonjaError)) return undefined;
  return error.retryAfterMs ?? (error.status === 0 || error.status >= 500 ? AGAIN_MS : undefined);
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
