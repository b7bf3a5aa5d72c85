import type { TicketDetail } from '@lonja/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useErrorText } from '../../api/error-text.ts';
import { useFieldFaults } from '../../api/field-faults.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextArea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { showToast } from '../../ui/toast.tsx';
import { LONGEST_MESSAGE } from './ask-dialog.tsx';
import { TICKETS_KEY } from './query.ts';
import { TicketState } from './ticket-table.tsx';

interface ThreadProps {
  ticket: TicketDetail & { tenant_name?: string };
  side: 'customer' | 'support';
  onWrite: (message: string) => Promise<TicketDetail>;
  onClose: () => Promise<TicketDetail>;
}

/** The messages of a ticket, and a place to write the next one. */
export function Thread({ ticket, side, onWrite, onClose }: ThreadProps) {
  const t = useMessages('support.page');
  const format = useFormat();
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState('');
  const renew = () => queryClient.invalidateQueries({ queryKey: TICKETS_KEY });
  const write = useMutation({
    mutationFn: () => onWrite(draft.trim()),
    async onSuccess() {
      setDraft('');
      showToast(t('replied'));
      await renew();
    },
  });
  const close = useMutation({
    mutationFn: onClose,
    onSuccess: () => showToast(t('closedNow')),
    onError: (error) => showToast(errorText(error)),
    onSettled: renew,
  });
  const faults = useFieldFaults(write.error);
  const opened = t('opened', {
    time: format.instant(ticket.created_at),
    name: [ticket.author_name ?? t('somebody'), ticket.tenant_name]
      .filter((part) => part !== undefined)
      .join(', '),
  });
  return (
    <div className="grid max-w-[48rem] gap-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-faint">
        <TicketState state={ticket.state} />
        <span>{opened}</span>
        <ButtonLink look="quiet" to={side === 'support' ? '/admin/tickets' : '/support'} className="ml-auto">
          {t('back')}
        </ButtonLink>
      </div>
      <ol className="grid gap-3">
        {ticket.messages.map(({ id, author, author_name: name, text, created_at: at }) => (
          <li
            key={id}
            className={classNames(
              'rounded-lg px-4 py-3',
              author === side ? 'ml-6 bg-wash sm:ml-16' : 'mr-6 bg-sunken sm:mr-16',
            )}
          >
            <p className="mb-1 text-xs text-faint">
              <span className="font-medium text-soft">
                {author === 'support' ? t('support') : (name ?? t('somebody'))}
              </span>
              {' · '}
              {format.instant(at)}
            </p>
            <p className="break-words whitespace-pre-wrap">{text}</p>
          </li>
        ))}
      </ol>
      <Form onSubmit={() => write.mutate()} error={write.error} errorTexts={{ conflict: t('full') }}>
        <TextArea
          label={side === 'support' ? t('answer') : t('reply')}
          hint={side === 'customer' && ticket.state !== 'open' ? t('replyHint') : undefined}
          value={draft}
          onChange={({ target }) => setDraft(target.value)}
          required
          maxLength={LONGEST_MESSAGE}
          error={faults['message']}
        />
        <div className="flex flex-wrap justify-end gap-2">
          {ticket.state !== 'closed' && (
            <Button isBusy={close.isPending} onClick={() => close.mutate()}>
              {t('close')}
            </Button>
          )}
          <Button type="submit" look="primary" isBusy={write.isPending}>
            {t('send')}
          </Button>
        </div>
      </Form>
    </div>
  );
}
