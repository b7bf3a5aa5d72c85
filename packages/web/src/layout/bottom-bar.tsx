import { Link } from '@tanstack/react-router';
import { LogOut, Menu } from 'lucide-react';
import { useState } from 'react';
import { useMe } from '../api/me.ts';
import { useMessages } from '../i18n/locale.ts';
import { Dialog } from '../ui/dialog.tsx';
import { NAVIGATION, visibleTo } from './navigation.ts';
import { UnreadMark } from './unread-mark.tsx';
import { useSignOut } from './use-sign-out.ts';

const BAR_ITEM =
  'flex h-14 w-full flex-col items-center justify-center gap-0.5 text-[0.6875rem]/4 text-faint data-[status=active]:font-medium data-[status=active]:text-accent';
const DRAWER_ITEM = 'flex min-h-11 w-full items-center gap-3 rounded-md px-2 hover:bg-sunken';

/** Navigation of phones: the pages that are opened most, and the rest behind the last button. */
export function BottomBar() {
  const me = useMe();
  const t = useMessages('shell.bottomBar');
  const name = useMessages('shell.navigation');
  const signOut = useSignOut();
  const [isOpen, setIsOpen] = useState(false);
  const all = NAVIGATION.flatMap((group) => visibleTo(me, group));
  return (
    <nav
      aria-label={t('navigation')}
      className="fixed inset-x-0 bottom-0 z-40 border-t border-line bg-raised pb-[env(safe-area-inset-bottom)]"
    >
      <ul className="flex *:flex-1">
        {all
          .filter(({ isInBar }) => isInBar === true)
          .map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <Link to={to} className={BAR_ITEM}>
                <Icon aria-hidden size={20} strokeWidth={1.8} />
                {name(label)}
              </Link>
            </li>
          ))}
        <li>
          <button type="button" className={BAR_ITEM} onClick={() => setIsOpen(true)}>
            <Menu aria-hidden size={20} strokeWidth={1.8} />
            {t('more')}
          </button>
        </li>
      </ul>
      {isOpen && (
        <Dialog title={t('more')} onClose={() => setIsOpen(false)} className="mb-2">
          <ul>
            {all
              .filter(({ isInBar }) => isInBar !== true)
              .map(({ to, label, icon: Icon, showsUnread }) => (
                <li key={to}>
                  <Link to={to} className={DRAWER_ITEM} onClick={() => setIsOpen(false)}>
                    <Icon aria-hidden size={20} strokeWidth={1.8} />
                    {name(label)}
                    {showsUnread === true && <UnreadMark />}
                  </Link>
                </li>
              ))}
            <li className="mt-2 border-t border-line px-2 pt-3 pb-1 text-sm text-faint">
              <p className="truncate text-ink">{me.full_name}</p>
              <p className="truncate">{me.tenant.name}</p>
            </li>
            <li>
              <button type="button" className={DRAWER_ITEM} onClick={signOut}>
                <LogOut aria-hidden size={20} strokeWidth={1.8} />
                {t('signOut')}
              </button>
            </li>
          </ul>
        </Dialog>
      )}
    </nav>
  );
}
