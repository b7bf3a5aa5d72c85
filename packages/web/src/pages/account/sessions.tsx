import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useErrorText } from '../../api/error-text.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Placeholder, QueryView } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';

const SESSIONS_KEY = ['sessions'];

/** Where the account is signed in, and a way to end it. */
export function Sessions() {
  const t = useMessages('account.page');
  const format = useFormat();
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const [ending, setEnding] = useState<string>();
  const sessions = useQuery({
    queryKey: SESSIONS_KEY,
    queryFn: ({ signal }) => client.account.sessions({}, { signal }),
  });
  const end = useMutation({
    mutationFn: (id: string) => client.account.endSession({ id }),
    onSuccess: () => showToast(t('ended')),
    onError: (error) => showToast(errorText(error)),
    onSettled: async () => {
      setEnding(undefined);
      await queryClient.invalidateQueries({ queryKey: SESSIONS_KEY });
    },
  });
  return (
    <>
      <QueryView query={sessions} placeholder={<Placeholder className="h-32" />}>
        {({ items }) => (
          <DataTable
            caption={t('sessions')}
            rows={items}
            keyOf={({ id }) => id}
            columns={[
              {
                title: t('device'),
                cell: ({ user_agent, current }) => (
                  <span className="inline-flex max-w-[24rem] items-center gap-2">
                    <span className="truncate">{user_agent ?? t('unknown')}</span>
                    {current && <Badge kind="accent">{t('thisOne')}</Badge>}
                  </span>
                ),
              },
              { title: t('address'), isWide: true, cell: ({ address }) => address ?? t('unknown') },
              { title: t('started'), isWide: true, cell: ({ created_at }) => format.instant(created_at) },
              { title: t('lastSeen'), cell: ({ last_seen_at }) => format.instant(last_seen_at) },
              {
                title: t('action'),
                isNumber: true,
                cell: ({ id, current }) =>
                  current ? null : (
                    <Button look="quiet" onClick={() => setEnding(id)}>
                      {t('end')}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </QueryView>
      {ending !== undefined && (
        <ConfirmDialog
          title={t('endTitle')}
          text={t('endText')}
          action={t('end')}
          isBusy={end.isPending}
          onConfirm={() => end.mutate(ending)}
          onClose={() => setEnding(undefined)}
        />
      )}
    </>
  );
}
