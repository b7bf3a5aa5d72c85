import { Link } from '@tanstack/react-router';
import { LogOut, Search } from 'lucide-react';
import { useMe } from '../api/me.ts';
import { useMessages } from '../i18n/locale.ts';
import { Logo } from './logo.tsx';
import { NAVIGATION, visibleTo } from './navigation.ts';
import { UnreadMark } from './unread-mark.tsx';
import { useSignOut } from './use-sign-out.ts';

const ITEM =
  'relative flex min-h-8 items-center gap-2.5 rounded-md px-2.5 text-sm text-rail-faint hover:text-rail-ink max-lg:justify-center focus-visible:outline-rail-ink';

/** Navigation at the left edge: names on wide screens, icons alone on narrower ones, nothing on phones. */
export function Rail({ onSearch }: { onSearch: () => void }) {
  const me = useMe();
  const t = useMessages('shell.rail');
  const name = useMessages('shell.navigation');
  const signOut = useSignOut();
  return (
    <header className="sticky top-0 flex h-dvh w-16 shrink-0 flex-col overflow-y-auto bg-rail p-3 text-rail-ink lg:w-52">
      <Link
        to="/overview"
        aria-label="Lonja"
        className="mb-4 flex items-center gap-2.5 px-1.5 pt-1 text-lg font-semibold tracking-tight focus-visible:outline-rail-ink"
      >
        <Logo size={26} />
        <span className="max-lg:hidden">Lonja</span>
      </Link>
      <button type="button" className={`${ITEM} mb-2`} title={t('goTo')} onClick={onSearch}>
        <Search aria-hidden size={17} strokeWidth={1.8} />
        <span className="max-lg:sr-only">{t('goTo')}</span>
        <kbd aria-hidden className="ml-auto rounded-sm border border-rail-here px-1.5 text-xs max-lg:hidden">
          /
        </kbd>
      </button>
      <nav aria-label={t('navigation')} className="grid gap-3">
        {NAVIGATION.map((group) => (
          <ul
            key={group[0].to}
            className="grid gap-0.5 not-first:border-t not-first:border-rail-here not-first:pt-3 empty:hidden"
          >
            {visibleTo(me, group).map(({ to, label, icon: Icon, showsUnread, hasOthersBelow = false }) => (
              <li key={to}>
                <Link
                  to={to}
                  title={name(label)}
                  className={ITEM}
                  activeOptions={{ exact: hasOthersBelow, includeSearch: false }}
                  activeProps={{ className: 'bg-rail-here !text-rail-ink font-medium' }}
                >
                  <Icon aria-hidden size={17} strokeWidth={1.8} />
                  <span className="max-lg:sr-only">{name(label)}</span>
                  {showsUnread === true && (
                    <UnreadMark className="max-lg:absolute max-lg:-top-0.5 max-lg:right-0 lg:ml-auto" />
                  )}
                </Link>
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <div className="mt-auto grid gap-0.5 pt-4">
        <div className="px-2.5 pb-2 text-xs text-rail-faint max-lg:hidden">
          <p className="truncate text-sm text-rail-ink">{me.full_name}</p>
          <p className="truncate">{me.tenant.name}</p>
        </div>
        <button type="button" className={ITEM} title={t('signOut')} onClick={signOut}>
          <LogOut aria-hidden size={17} strokeWidth={1.8} />
          <span className="max-lg:sr-only">{t('signOut')}</span>
        </button>
      </div>
    </header>
  );
}
