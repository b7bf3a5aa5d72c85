import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useFieldFaults } from '../../api/field-faults.ts';
import { ROLES, type Role } from '../../api/me.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useRecordTime } from '../../i18n/record-time.ts';
import { addDays } from '../../time/madrid-time.ts';
import { serviceNow, useToday } from '../../time/service-clock.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form, textOf } from '../../ui/form.tsx';
import { AddressField, networksOf } from './address-field.tsx';
import { MadeKey } from './made-key.tsx';
import { FORGET_AT_ONCE, KEYS_KEY } from './query.ts';
import { SCOPES, type Scope } from './quick-start.ts';
import { ScopeChoice } from './scope-choice.tsx';

const EXPIRIES = ['never', '30', '90', '365', 'day'] as const;
type Expiry = (typeof EXPIRIES)[number];

const DAY_MS = 86_400_000;
const FIRST_SHOWN_DAYS = 30;

/** Asks what a new key may do, makes it and shows it. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages('api-keys.page');
  const common = useMessages('shell.common');
  const roleName = useMessages('parts.role');
  const time = useRecordTime();
  const today = useToday();
  const queryClient = useQueryClient();
  const [role, setRole] = useState<Role>('viewer');
  const [scopes, setScopes] = useState<readonly Scope[] | null>(null);
  const [expiry, setExpiry] = useState<Expiry>('never');
  const [lastDay, setLastDay] = useState(() => addDays(today, FIRST_SHOWN_DAYS));
  const create = useMutation({
    ...FORGET_AT_ONCE,
    mutationFn: (fields: FormData) =>
      client.apiKeys.create({
        label: textOf(fields, 'label'),
        role,
        scopes: scopes === null ? null : SCOPES.filter((scope) => scopes.includes(scope)),
        allowed_addresses: networksOf(fields),
        expires_at: expiry === 'day' ? time.parse(`${addDays(lastDay, 1)}T00:00`) : expiryInstant(expiry),
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEYS_KEY }),
  });
  const faults = useFieldFaults(create.error);
  if (create.data !== undefined) return <MadeKey made={create.data} onClose={onClose} />;
  return (
    <Dialog title={t('create')} onClose={onClose}>
      <Form onSubmit={create.mutate} error={create.error} errorTexts={{ conflict: t('tooMany') }}>
        <TextField
          label={t('label')}
          hint={t('labelHint')}
          name="label"
          required
          maxLength={200}
          autoComplete="off"
          error={faults['label']}
        />
        <SelectField
          label={t('role')}
          hint={t('roleHint')}
          value={role}
          choices={ROLES.map((value) => ({ value, label: roleName(value) }))}
          onChange={setRole}
          error={faults['role']}
        />
        <ScopeChoice scopes={scopes} onChange={setScopes} />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label={t('expiry')}
            value={expiry}
            choices={EXPIRIES.map((value) => ({ value, label: expiryLabel(value) }))}
            onChange={setExpiry}
            error={expiry === 'day' ? undefined : faults['expires_at']}
          />
          {expiry === 'day' && (
            <DateField
              label={t('lastDay')}
              required
              min={today}
              value={lastDay}
              onChange={setLastDay}
              error={faults['expires_at']}
            />
          )}
        </div>
        <AddressField networks={null} faults={faults} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" look="primary" isBusy={create.isPending}>
            {t('create')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );

  function expiryLabel(value: Expiry): string {
    if (value === 'never') return t('expiryNever');
    return value === 'day' ? t('expiryDay') : t.count('expiryDays', Number(value));
  }
}

function expiryInstant(expiry: Exclude<Expiry, 'day'>): string | null {
  return expiry === 'never' ? null : new Date(serviceNow() + Number(expiry) * DAY_MS).toISOString();
}
