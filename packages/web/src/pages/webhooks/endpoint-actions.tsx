import type { Webhook } from '@lonja/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useErrorText } from '../../api/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { WEBHOOKS_KEY } from './query.ts';
import { ReplayDialog } from './replay-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';

type Asked = 'edit' | 'rotate' | 'replay' | 'disable' | 'delete';

/** What can be done with an endpoint beside testing it. */
export function EndpointActions({ endpoint }: { endpoint: Webhook }) {
  const t = useMessages('webhooks.page');
  const errorText = useErrorText();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<Asked>();
  const { id, name, state } = endpoint;
  const close = () => setAsked(undefined);
  const switchTo = useMutation({
    mutationFn: (wanted: Webhook['state']) => client.webhooks.change({ id, state: wanted }),
    async onSuccess({ state: reached }) {
      close();
      showToast(reached === 'active' ? t('wasEnabled') : t('wasDisabled'));
      await queryClient.invalidateQueries({ queryKey: WEBHOOKS_KEY });
    },
    onError: (error) => showToast(errorText(error)),
  });
  const remove = useMutation({
    mutationFn: () => client.webhooks.delete({ id }),
    async onSuccess() {
      showToast(t('wasDeleted'));
      await navigate({ to: '/webhooks' });
      queryClient.removeQueries({ queryKey: [...WEBHOOKS_KEY, id] });
      await queryClient.invalidateQueries({ queryKey: WEBHOOKS_KEY });
    },
  });
  const isActive = state === 'active';
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setAsked('edit')}>{t('edit')}</Button>
      <Button onClick={() => setAsked('rotate')}>{t('rotate')}</Button>
      {isActive && <Button onClick={() => setAsked('replay')}>{t('replay')}</Button>}
      {isActive ? (
        <Button onClick={() => setAsked('disable')}>{t('disable')}</Button>
      ) : (
        <Button isBusy={switchTo.isPending} onClick={() => switchTo.mutate('active')}>
          {t('enable')}
        </Button>
      )}
      <Button look="danger" onClick={() => setAsked('delete')}>
        {t('delete')}
      </Button>
      {asked === 'edit' && <EditDialog endpoint={endpoint} onClose={close} />}
      {asked === 'rotate' && <RotateDialog endpoint={endpoint} onClose={close} />}
      {asked === 'replay' && <ReplayDialog endpoint={endpoint} onClose={close} />}
      {asked === 'disable' && (
        <ConfirmDialog
          title={t('disableTitle', { name })}
          text={t('disableText')}
          action={t('disable')}
          isBusy={switchTo.isPending}
          onConfirm={() => switchTo.mutate('disabled')}
          onClose={close}
        />
      )}
      {asked === 'delete' && (
        <ConfirmDialog
          title={t('deleteTitle', { name })}
          text={t('deleteText')}
          action={t('delete')}
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={close}
        />
      )}
    </div>
  );
}
