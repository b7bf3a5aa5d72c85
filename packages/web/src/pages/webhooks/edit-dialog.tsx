import type { Webhook } from '@lonja/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { showToast } from '../../ui/toast.tsx';
import { EndpointFields, endpointOf } from './endpoint-fields.tsx';
import { WEBHOOKS_KEY } from './query.ts';

export function EditDialog({ endpoint, onClose }: { endpoint: Webhook; onClose: () => void }) {
  const t = useMessages('webhooks.page');
  const common = useMessages('shell.common');
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: (fields: FormData) => client.webhooks.change({ id: endpoint.id, ...endpointOf(fields) }),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: WEBHOOKS_KEY });
      showToast(common('saved'));
      onClose();
    },
  });
  return (
    <Dialog title={t('editTitle', { name: endpoint.name })} onClose={onClose}>
      <Form onSubmit={save.mutate} error={save.error}>
        <EndpointFields initial={endpoint} error={save.error} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" look="primary" isBusy={save.isPending}>
            {common('save')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
