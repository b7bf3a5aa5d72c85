import type { ApiKey, User } from '@lonja/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useErrorText } from '../../api/error-text.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceList } from '../../ui/choice-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Placeholder, QueryView } from '../../ui/states.tsx';
import { liveKeysQuery } from './query.ts';

interface DeactivateDialogProps {
  user: User;
  isBusy: boolean;
  error: unknown;
  onConfirm: (revokesKeys: boolean) => void;
  onClose: () => void;
}

/** Asks before a user is deactivated, and what becomes of the keys that the user made. */
export function DeactivateDialog({ user, isBusy, error, onConfirm, onClose }: DeactivateDialogProps) {
  const t = useMessages('users.page');
  const common = useMessages('shell.common');
  const errorText = useErrorText();
  const keys = useQuery(liveKeysQuery(user.id));
  const [fate, setFate] = useState<Fate>('');
  const isDecided = keys.data !== undefined && (keys.data.length === 0 || fate !== '');
  return (
    <Dialog title={t('deactivateTitle', { name: user.full_name })} onClose={onClose}>
      <p className="text-soft">{t('deactivateText', { email: user.email })}</p>
      <QueryView query={keys} placeholder={<Placeholder className="h-12" />}>
        {(made) => made.length > 0 && <KeyQuestion keys={made} fate={fate} onFate={setFate} />}
      </QueryView>
      <div role="alert" className="contents">
        {error !== undefined && error !== null && <p className="text-sm text-danger">{errorText(error)}</p>}
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{common('cancel')}</Button>
        <Button
          look="danger"
          isBusy={isBusy}
          disabled={!isDecided}
          onClick={() => onConfirm(fate === 'revoke')}
        >
          {t('deactivate')}
        </Button>
      </div>
    </Dialog>
  );
}

type Fate = '' | 'keep' | 'revoke';

interface KeyQuestionProps {
  keys: readonly ApiKey[];
  fate: Fate;
  onFate: (fate: Fate) => void;
}

function KeyQuestion({ keys, fate, onFate }: KeyQuestionProps) {
  const t = useMessages('users.page');
  return (
    <>
      <p className="text-sm">{t('madeKeys')}</p>
      <ul className="grid max-h-40 gap-1 overflow-y-auto text-sm">
        {keys.map(({ id, label, prefix }) => (
          <li key={id} className="flex flex-wrap gap-x-2">
            <span className="min-w-0 wrap-anywhere">{label}</span>
            <span className="font-mono text-faint">{prefix}…</span>
          </li>
        ))}
      </ul>
      <ChoiceList
        label={t('keyQuestion')}
        value={fate}
        choices={[
          { value: 'revoke', label: t('revokeKeys'), hint: t('revokeKeysHint') },
          { value: 'keep', label: t('keepKeys'), hint: t('keepKeysHint') },
        ]}
        onChange={onFate}
      />
    </>
  );
}
