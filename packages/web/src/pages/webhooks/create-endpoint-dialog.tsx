import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { EndpointFields, endpointOf } from './endpoint-fields.tsx';
import { WEBHOOKS_KEY } from './query.ts';
import { SecretDialog } from './secret-dialog.tsx';

/** Registers an endpoint and shows its secret. */
export function CreateEndpointDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages('webhooks.page');
  const common = useMessages('shell.common');
  const queryClient = useQueryClient();
  const create = useMutation({
    gcTime: 0,
    mutationFn: (fields: FormData) => client.webhooks.create(endpointOf(fields)),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: WEBHOOKS_KEY }),
  });
  if (create.data !== undefined) {
    const { name, secret } = create.data;
    return <SecretDialog name={name} secret={secret} text={t('secretText')} onClose={onClose} />;
  }
  return (
    <Dialog title={t('add')} onClose={onClose}>
      <Form onSubmit={create.mutate} error={create.error} errorTexts={{ conflict: t('limit') }}>
        <EndpointFields error={create.error} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" look="primary" isBusy={create.isPending}>
            {t('add')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
