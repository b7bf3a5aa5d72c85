import { useState } from 'react';
import { useMessages } from '../../i18n/locale.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useChange } from './use-change.ts';

interface ActivationProps {
  name: string;
  isActive: boolean;
  /** What deactivation brings about. */
  warning: string;
  /** Resolves when the record is active, or is no longer. */
  setActive: (isActive: boolean) => Promise<unknown>;
}

/** Deactivates a tenant or user, after a question, or lets it in again. */
export function Activation({ name, isActive, warning, setActive }: ActivationProps) {
  const t = useMessages('admin.page');
  const [isAsking, setIsAsking] = useState(false);
  const change = useChange(async () => {
    try {
      await setActive(!isActive);
    } finally {
      setIsAsking(false);
    }
    return isActive ? t('deactivated', { name }) : t('reactivated', { name });
  });
  return (
    <>
      <Button
        look="quiet"
        isBusy={change.isPending}
        aria-label={t(isActive ? 'deactivateName' : 'reactivateName', { name })}
        onClick={() => (isActive ? setIsAsking(true) : change.mutate())}
      >
        {t(isActive ? 'deactivate' : 'reactivate')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('deactivateTitle', { name })}
          text={warning}
          action={t('deactivate')}
          isBusy={change.isPending}
          onConfirm={() => change.mutate()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

export function ActiveBadge({ isActive }: { isActive: boolean }) {
  const t = useMessages('admin.page');
  return <Badge kind={isActive ? 'good' : 'danger'}>{t(isActive ? 'active' : 'inactive')}</Badge>;
}
