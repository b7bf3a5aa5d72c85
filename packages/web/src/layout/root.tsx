import { Outlet } from '@tanstack/react-router';
import { defineMessages } from '../i18n/define-messages.ts';
import { useMessages } from '../i18n/locale.ts';
import { Toasts } from '../ui/toast.tsx';

const messages = defineMessages({
  en: { skip: 'Skip to content' },
  es: { skip: 'Saltar al contenido' },
});

export function Root() {
  const t = useMessages(messages);
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
