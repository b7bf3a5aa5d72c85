import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { unreadQuery } from '../api/unread.ts';
import { defineMessages } from '../i18n/define-messages.ts';
import { useMessages } from '../i18n/locale.ts';
import { classNames } from '../ui/class-names.ts';

const messages = defineMessages({
  en: { 'unread.one': '{count} unread', 'unread.other': '{count} unread' },
  es: { 'unread.one': '{count} sin leer', 'unread.other': '{count} sin leer' },
});

const MOST_SHOWN = 99;
/** What the page itself shows is asked for first. */
const DELAY_MS = 4000;

/** How many notifications are unread; nothing where there are none. */
export function UnreadMark({ className = 'ml-auto' }: { className?: string }) {
  const t = useMessages(messages);
  const [isTime, setIsTime] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsTime(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useQuery({ ...unreadQuery, enabled: isTime });
  if (data === undefined || data.unread === 0) return null;
  return (
    <span
      className={classNames(
        'rounded-full bg-accent px-1.5 text-[0.6875rem]/4.5 font-semibold text-on-accent',
        className,
      )}
    >
      <span aria-hidden>{data.unread > MOST_SHOWN ? `${MOST_SHOWN}+` : data.unread}</span>
      <span className="sr-only">{t.count('unread', data.unread)}</span>
    </span>
  );
}
