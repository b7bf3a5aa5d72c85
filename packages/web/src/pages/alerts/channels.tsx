import type { AlertChannel } from '@lonja/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useErrorText } from '../../api/error-text.ts';
import { hasRole, useMe } from '../../api/me.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { EmptyState, Placeholder, QueryView } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { ChannelDialog } from './channel-dialog.tsx';
import { dropDevice } from './device.ts';
import { CHANNELS_KEY, channelsQuery } from './query.ts';
import { ThisDevice } from './this-device.tsx';

/** Slack, Teams, Telegram and devices for the user's alerts and those of the tenant, for traders and above. */
export function Channels() {
  const t = useMessages('alerts.channel');
  const mayHaveRules = hasRole(useMe(), 'trader');
  const channels = useQuery({ ...channelsQuery, enabled: mayHaveRules });
  const [edited, setEdited] = useState<AlertChannel | 'new'>();
  if (!mayHaveRules) return null;
  const isEmpty = channels.data?.items.length === 0;
  const add = (
    <Button look="primary" onClick={() => setEdited('new')}>
      {t('add')}
    </Button>
  );
  return (
    <Section
      title={t('channels')}
      note={t('channelsNote')}
      actions={channels.isPending || isEmpty ? undefined : add}
    >
      <QueryView query={channels} placeholder={<Placeholder className="h-32" />}>
        {({ items }) => (
          <>
            <ThisDevice channels={items} />
            {items.length === 0 ? (
              <EmptyState text={t('noChannels')}>{add}</EmptyState>
            ) : (
              <ChannelTable channels={items} onEdit={setEdited} />
            )}
          </>
        )}
      </QueryView>
      {edited !== undefined && (
        <ChannelDialog channel={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </Section>
  );
}

function ChannelTable({
  channels,
  onEdit,
}: {
  channels: AlertChannel[];
  onEdit: (channel: AlertChannel) => void;
}) {
  const t = useMessages('alerts.channel');
  const format = useFormat();
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const isAdmin = hasRole(useMe(), 'admin');
  const [removed, setRemoved] = useState<AlertChannel>();
  const settle = () => queryClient.invalidateQueries({ queryKey: CHANNELS_KEY });
  const onError = (error: unknown) => showToast(errorText(error));
  const turn = useMutation({
    mutationFn: ({ id, enabled }: AlertChannel) =>
      client.notifications.changeAlertChannel({ id, enabled: !enabled }),
    onError,
    onSettled: settle,
  });
  const test = useMutation({
    mutationFn: ({ id }: AlertChannel) => client.notifications.testAlertChannel({ id }),
    onSuccess: ({ detail }) => showToast(detail ?? t('tested')),
    onError,
  });
  const remove = useMutation({
    mutationFn: ({ id }: AlertChannel) => client.notifications.deleteAlertChannel({ id }),
    onSuccess: async (_nothing, { id }) => {
      showToast(t('removed'));
      await dropDevice(id);
    },
    onError,
    onSettled: async () => {
      setRemoved(undefined);
      await settle();
    },
  });
  return (
    <>
      <DataTable
        caption={t('channels')}
        rows={channels}
        keyOf={({ id }) => id}
        columns={[
          {
            title: t('name'),
            cell: ({ name }) => <span className="font-medium">{name}</span>,
          },
          { title: t('to'), isWide: true, cell: ({ kind, host }) => `${t(kind)}, ${host}` },
          { title: t('owner'), isWide: true, cell: ({ owner }) => t(owner) },
          {
            title: t('last'),
            isWide: true,
            cell: ({ last_success_at: at }) => (at === null ? t('never') : format.instant(at)),
          },
          {
            title: t('state'),
            cell: ({ enabled, last_error: error }) => (
              <Badge kind={!enabled ? 'plain' : error === null ? 'good' : 'warn'}>
                {!enabled ? t('off') : error === null ? t('on') : t('fails')}
              </Badge>
            ),
          },
          {
            title: t('action'),
            isNumber: true,
            cell: (channel) =>
              channel.owner === 'tenant' && !isAdmin ? null : (
                <span className="inline-flex justify-end gap-1 max-sm:flex-col max-sm:items-end">
                  <Button look="quiet" onClick={() => test.mutate(channel)}>
                    {t('test')}
                  </Button>
                  <Button look="quiet" onClick={() => onEdit(channel)}>
                    {t('change')}
                  </Button>
                  <Button look="quiet" onClick={() => turn.mutate(channel)}>
                    {channel.enabled ? t('rest') : t('wake')}
                  </Button>
                  <Button look="quiet" onClick={() => setRemoved(channel)}>
                    {t('remove')}
                  </Button>
                </span>
              ),
          },
        ]}
      />
      {channels
        .filter(({ last_error: error }) => error !== null)
        .map(({ id, name, last_error: error }) => (
          <p key={id} className="text-sm text-soft">
            {name}: {error}
          </p>
        ))}
      {removed !== undefined && (
        <ConfirmDialog
          title={t('removeTitle')}
          text={t('removeText', { name: removed.name })}
          action={t('remove')}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(removed)}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </>
  );
}
