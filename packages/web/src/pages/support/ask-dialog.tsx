import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { useFieldFaults } from '../../api/field-faults.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Form, textOf } from '../../ui/form.tsx';
import { showToast } from '../../ui/toast.tsx';
import { TICKETS_KEY } from './query.ts';

const LONGEST_SUBJECT = 200;
export const LONGEST_MESSAGE = 5000;

/** Opens a ticket. */
export function AskDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages('support.page');
  const queryClient = useQueryClient();
  const ask = useMutation({
    mutationFn: (fields: FormData) =>
      client.support.createTicket({ subject: textOf(fields, 'subject'), message: textOf(fields, 'message') }),
    async onSuccess() {
      showToast(t('sent'));
      onClose();
      await queryClient.invalidateQueries({ queryKey: TICKETS_KEY });
    },
  });
  const faults = useFieldFaults(ask.error);
  return (
    <Dialog title={t('ask')} onClose={onClose}>
      <Form onSubmit={ask.mutate} error={ask.error} errorTexts={{ conflict: t('tooManyOpen') }}>
        <TextField
          label={t('subject')}
          name="subject"
          required
          maxLength={LONGEST_SUBJECT}
          autoComplete="off"
          error={faults['subject']}
        />
        <TextArea
          label={t('message')}
          hint={t('messageHint')}
          name="message"
          rows={7}
          required
          maxLength={LONGEST_MESSAGE}
          error={faults['message']}
        />
        <Button type="submit" look="primary" isBusy={ask.isPending} className="justify-self-end">
          {t('send')}
        </Button>
      </Form>
    </Dialog>
  );
}
