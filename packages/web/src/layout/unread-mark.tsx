import { useUnread } from '../api/unread.ts';
import { useMessages } from '../i18n/locale.ts';
import { classNames } from '../ui/class-names.ts';

const MOST_SHOWN = 99;

/** How many notifications are unread; nothing where there are none. */
export function UnreadMark({ className = 'ml-auto' }: { className?: string }) {
  const t = useMessages('shell.unreadMark');
  const unread = useUnread();
  if (unread === 0) return null;
  return (
    <span
      className={classNames(
        'rounded-full bg-accent px-1.5 text-[0.6875rem]/4.5 font-semibold text-on-accent',
        className,
      )}
    >
      <span aria-hidden>{unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}</span>
      <span className="sr-only">{t.count('unread', unread)}</span>
    </span>
  );
}
