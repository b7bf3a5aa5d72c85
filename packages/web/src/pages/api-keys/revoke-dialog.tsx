import type { ApiKey } from '@lonja/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { useMessages } from '../../i18n/locale.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { KEYS_KEY } from './query.ts';

export function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const t = useMessages('api-keys.page');
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => client.apiKeys.revoke({ id: apiKey.id }),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: KEYS_KEY });
      showToast(t('revoked'));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('revokeTitle', { label: apiKey.label })}
      text={t('revokeText', { prefix: apiKey.prefix })}
      action={t('revoke')}
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    />
  );
}
