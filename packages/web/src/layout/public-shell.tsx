import { Link, Outlet } from '@tanstack/react-router';
import { client } from '../api/client.ts';
import { useIsSignedIn } from '../api/session.ts';
import { LANGUAGE_NAMES, type Locale, LOCALES } from '../i18n/texts.ts';
import { setLocale, useLocale, useMessages } from '../i18n/locale.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Logo } from './logo.tsx';

/** Frame of the pages for everybody. */
export function PublicShell() {
  const t = useMessages('shell.publicShell');
  const locale = useLocale();
  const isSignedIn = useIsSignedIn();
  const choose = (chosen: Locale) => {
    void setLocale(chosen).catch(() => undefined);
    // A reader with an account has chosen for all devices.
    if (isSignedIn) void client.account.changeMe({ locale: chosen }).catch(() => undefined);
  };
  return (
    <div className="mx-auto flex min-h-dvh max-w-6xl flex-col px-4 sm:px-6">
      <header className="flex h-16 items-center gap-1 sm:gap-2">
        <Link
          to="/"
          aria-label={t('home')}
          className="mr-auto flex items-center gap-2 text-lg font-semibold tracking-tight"
        >
          <Logo />
          Lonja
        </Link>
        {LOCALES.filter((other) => other !== locale).map((other) => (
          <button
            key={other}
            type="button"
            lang={other}
            className="rounded-md px-1 py-1.5 text-sm text-soft hover:text-ink sm:px-2"
            onClick={() => choose(other)}
          >
            <span aria-hidden className="uppercase sm:hidden">
              {other}
            </span>
            <span className="max-sm:sr-only">{LANGUAGE_NAMES[other]}</span>
          </button>
        ))}
        <a href="/docs" className="rounded-md py-1.5 text-sm text-soft hover:text-ink sm:px-2">
          {t('docs')}
        </a>
        {isSignedIn ? (
          <ButtonLink to="/overview" look="primary">
            {t('open')}
          </ButtonLink>
        ) : (
          <>
            <ButtonLink to="/sign-in">{t('signIn')}</ButtonLink>
            <ButtonLink to="/register" look="primary" className="max-sm:hidden">
              {t('register')}
            </ButtonLink>
          </>
        )}
      </header>
      <main id="content" tabIndex={-1} className="grow py-6">
        <Outlet />
      </main>
    </div>
  );
}
