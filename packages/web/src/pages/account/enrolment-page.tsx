import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useMe } from '../../api/me.ts';
import { useIsSignedIn } from '../../api/session.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useSignOut } from '../../layout/use-sign-out.ts';
import { Button } from '../../ui/button.tsx';
import { EntryFrame } from '../entry-frame.tsx';
import { SecondFactor } from './second-factor.tsx';

/** All that is open to a user of whom a second factor is required and who has none. */
export function EnrolmentPage() {
  const t = useMessages('account.page');
  const signOut = useSignOut();
  const navigate = useNavigate();
  const isSignedIn = useIsSignedIn();
  const { second_factor_needed: isNeeded } = useMe();
  useEffect(() => {
    if (!isSignedIn) void navigate({ to: '/sign-in' });
    else if (!isNeeded) void navigate({ to: '/overview' });
  }, [isSignedIn, isNeeded, navigate]);
  return (
    <EntryFrame title={t('needed')}>
      <p className="text-soft">{t('neededText')}</p>
      <SecondFactor />
      <Button look="quiet" className="justify-self-start" onClick={signOut}>
        {t('signOut')}
      </Button>
    </EntryFrame>
  );
}
