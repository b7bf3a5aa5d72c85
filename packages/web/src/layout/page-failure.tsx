import { LonjaError } from '@lonja/client';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect } from 'react';
import { connectionStatus, onConnectionChange } from '../api/connection-state.ts';
import { useIsSignedIn } from '../api/session.ts';
import { useMessages } from '../i18n/locale.ts';
import { ButtonLink } from '../ui/button.tsx';
import { ErrorState } from '../ui/states.tsx';
import { AppShell } from './app-shell.tsx';
import { retryParts } from './load-part.ts';
import { Page } from './page.tsx';

const AGAIN_MS = 10_000;
const ALONE = 'mx-auto max-w-3xl px-4 py-10';

/** The failure of a page inside the shell. Where the service was away or busy it tries again by itself, as often as is asked. */
export function PartFailure({ error, reset }: ErrorComponentProps) {
  const t = useMessages('shell.pageFailure');
  const router = useRouter();
  const retry = useCallback(() => {
    retryParts();
    reset();
    void router.invalidate();
  }, [reset, router]);
  useEffect(() => {
    const waitMs = passingIn(error);
    if (waitMs === undefined) return undefined;
    const timer = setTimeout(retry, waitMs);
    const endWatch = onConnectionChange(() => {
      if (connectionStatus().state === 'live') retry();
    });
    return () => {
      clearTimeout(timer);
      endWatch();
    };
  }, [retry, error]);
  return (
    <Page title={t('failed')}>
      <ErrorState error={error} onRetry={retry} />
    </Page>
  );
}

/** The failure of the shell itself. */
export function PageFailure(props: ErrorComponentProps) {
  return (
    <main id="content" className={ALONE}>
      <PartFailure {...props} />
    </main>
  );
}

/** When another try may find the service able to answer, ms; undefined when none will. */
function passingIn(error: unknown): number | undefined {
  if (!(error instanceof LonjaError)) return undefined;
  return error.retryAfterMs ?? (error.status === 0 || error.status >= 500 ? AGAIN_MS : undefined);
}

/** An address that leads nowhere; who is signed in keeps the navigation. */
export function MissingPage() {
  const isSignedIn = useIsSignedIn();
  if (!isSignedIn) {
    return (
      <main id="content" className={ALONE}>
        <Missing />
      </main>
    );
  }
  return (
    <Suspense>
      <AppShell>
        <Missing isSignedIn />
      </AppShell>
    </Suspense>
  );
}

function Missing({ isSignedIn = false }: { isSignedIn?: boolean }) {
  const t = useMessages('shell.pageFailure');
  return (
    <Page title={t('missing')}>
      <p className="text-soft">{t('missingText')}</p>
      <div>
        {isSignedIn ? (
          <ButtonLink to="/overview">{t('overview')}</ButtonLink>
        ) : (
          <ButtonLink to="/">{t('home')}</ButtonLink>
        )}
      </div>
    </Page>
  );
}
