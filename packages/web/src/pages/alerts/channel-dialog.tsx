import type { AlertChannel } from '@lonja/client';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { hasRole, useMe } from '../../api/me.ts';
import { useMessages } from '../../i18n/locale.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { textOf } from '../../ui/form.tsx';
import { RecordDialog } from '../../ui/record-dialog.tsx';
import { CHANNELS_KEY } from './query.ts';

const KINDS = ['slack', 'teams', 'telegram'] as const;
const OWNERS = ['user', 'tenant'] as const;
const TIME = '([01]\\d|2[0-3]):[0-5]\\d';

/** Adds a channel, or changes one. Saving sends a test message. */
export function ChannelDialog({
  channel,
  onClose,
}: {
  channel: AlertChannel | undefined;
  onClose: () => void;
}) {
  const t = useMessages('alerts.channel');
  const isAdmin = hasRole(useMe(), 'admin');
  const [kind, setKind] = useState<AlertChannel['kind']>(channel?.kind ?? 'slack');
  const [owner, setOwner] = useState(channel?.owner ?? 'user');
  const save = (fields: FormData) => {
    const given = (name: string) => {
      const text = textOf(fields, name);
      return text === '' ? undefined : text;
    };
    const wanted = {
      name: textOf(fields, 'name'),
      url: given('url'),
      token: given('token'),
      chat_id: given('chat_id'),
      quiet_from: given('quiet_from') ?? null,
      quiet_to: given('quiet_to') ?? null,
      digest_at: given('digest_at') ?? null,
      time_zone: given('time_zone'),
    };
    return channel === undefined
      ? client.notifications.createAlertChannel({ kind, owner, ...wanted })
      : client.notifications.changeAlertChannel({ id: channel.id, ...wanted });
  };
  const isNew = channel === undefined;
  return (
    <RecordDialog
      title={isNew ? t('add') : t('edit')}
      nameLabel={t('name')}
      name={channel?.name}
      save={save}
      queryKey={CHANNELS_KEY}
      onClose={onClose}
      limitText={t('limit')}
    >
      {(faults) => (
        <>
          {isNew && (
            <SelectField
              label={t('kind')}
              value={kind}
              choices={KINDS.map((value) => ({ value, label: t(value) }))}
              onChange={setKind}
            />
          )}
          {isNew && isAdmin && (
            <SelectField
              label={t('owner')}
              value={owner}
              choices={OWNERS.map((value) => ({ value, label: t(value) }))}
              onChange={setOwner}
            />
          )}
          {kind === 'telegram' ? (
            <>
              <TextField
                label={t('token')}
                hint={isNew ? t('tokenHint') : t('keep')}
                name="token"
                type="password"
                required={isNew}
                maxLength={130}
                autoComplete="off"
                error={faults['token']}
              />
              <TextField
                label={t('chat')}
                hint={isNew ? t('chatHint') : t('keep')}
                name="chat_id"
                required={isNew}
                maxLength={65}
                autoComplete="off"
                error={faults['chat_id']}
              />
            </>
          ) : kind === 'push' ? null : (
            <TextField
              label={t('url')}
              hint={isNew ? t('urlHint') : t('keep')}
              name="url"
              type="url"
              inputMode="url"
              placeholder="https://"
              required={isNew}
              maxLength={2048}
              autoComplete="off"
              error={faults['url']}
            />
          )}
          <div className="grid grid-cols-2 items-end gap-3">
            <TextField
              label={t('quietFrom')}
              name="quiet_from"
              pattern={TIME}
              placeholder="22:00"
              defaultValue={channel?.quiet_from ?? ''}
              autoComplete="off"
              error={faults['quiet_from']}
            />
            <TextField
              label={t('quietTo')}
              name="quiet_to"
              pattern={TIME}
              placeholder="07:00"
              defaultValue={channel?.quiet_to ?? ''}
              autoComplete="off"
              error={faults['quiet_to']}
            />
          </div>
          <p className="text-sm text-soft">{t('quietHint')}</p>
          <TextField
            label={t('digest')}
            hint={t('digestHint')}
            name="digest_at"
            pattern={TIME}
            placeholder="08:00"
            defaultValue={channel?.digest_at ?? ''}
            autoComplete="off"
            error={faults['digest_at']}
          />
          <TextField
            label={t('zone')}
            name="time_zone"
            placeholder="Europe/Madrid"
            defaultValue={channel?.time_zone ?? ''}
            maxLength={64}
            autoComplete="off"
            error={faults['time_zone']}
          />
        </>
      )}
    </RecordDialog>
  );
}
