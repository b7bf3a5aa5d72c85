import { Outlet } from '@tanstack/react-router';
import { useMessages } from '../i18n/locale.ts';
import { Toasts } from '../ui/toast.tsx';

export function Root() {
  const t = useMessages('shell.root');
  return (
    <>
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent px-3 py-2 text-sm text-on-accent focus:translate-y-0"
      >
        {t('skip')}
      </a>
      <Outlet />
      <Toasts />
    </>
  );
}
