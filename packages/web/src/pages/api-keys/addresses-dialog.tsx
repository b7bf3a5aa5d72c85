import type { ApiKey } from '@lonja/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { useFieldFaults } from '../../api/field-faults.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { showToast } from '../../ui/toast.tsx';
import { AddressField, networksOf } from './address-field.tsx';
import { KEYS_KEY } from './query.ts';

/** Changes from where a key may be used. */
export function AddressesDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const t = useMessages('api-keys.page');
  const common = useMessages('shell.common');
  const queryClient = useQueryClient();
  const saving = useMutation({
    mutationFn: (fields: FormData) =>
      client.apiKeys.change({ id: apiKey.id, allowed_addresses: networksOf(fields) }),
    async onSuccess() {
      showToast(common('saved'));
      onClose();
      await queryClient.invalidateQueries({ queryKey: KEYS_KEY });
    },
  });
  const faults = useFieldFaults(saving.error);
  return (
    <Dialog title={t('addressesTitle', { label: apiKey.label })} onClose={onClose}>
      <Form onSubmit={saving.mutate} error={saving.error} errorTexts={{ conflict: t('notLive') }}>
        <p className="text-soft">{t('addressesText')}</p>
        <AddressField networks={apiKey.allowed_addresses} faults={faults} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" look="primary" isBusy={saving.isPending}>
            {common('save')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
