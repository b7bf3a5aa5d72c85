import type { ApiKey } from '@lonja/client';
import { useState } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useRecordTime } from '../../i18n/record-time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { AddressesDialog } from './addresses-dialog.tsx';
import { type KeyState, keyState } from './query.ts';
import { RerollDialog } from './reroll-dialog.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';

const BADGES = {
  live: { kind: 'good', label: 'stateLive' },
  replaced: { kind: 'warn', label: 'stateReplaced' },
  revoked: { kind: 'plain', label: 'stateRevoked' },
  expired: { kind: 'plain', label: 'stateExpired' },
} as const satisfies Record<KeyState, object>;

interface KeyTableProps {
  caption: string;
  keys: ApiKey[];
  /** When they were asked for. */
  nowMs: number;
  /** Nothing can be done with these any more. */
  isEnded?: boolean;
}

export function KeyTable({ caption, keys, nowMs, isEnded = false }: KeyTableProps) {
  const t = useMessages('api-keys.page');
  const time = useRecordTime();
  const [asked, setAsked] = useState<{ what: 'addresses' | 'reroll' | 'revoke'; key: ApiKey }>();
  const close = () => setAsked(undefined);
  const actions: Column<ApiKey> = {
    title: t('action'),
    isNumber: true,
    cell: (key) => (
      <span className="inline-flex justify-end max-sm:flex-col">
        <Button look="quiet" onClick={() => setAsked({ what: 'addresses', key })}>
          {t('restrict')}
        </Button>
        {keyState(key, nowMs) === 'live' && (
          <Button look="quiet" onClick={() => setAsked({ what: 'reroll', key })}>
            {t('reroll')}
          </Button>
        )}
        <Button look="quiet" onClick={() => setAsked({ what: 'revoke', key })}>
          {t('revoke')}
        </Button>
      </span>
    ),
  };
  return (
    <>
      <DataTable
        caption={caption}
        rows={keys}
        keyOf={({ id }) => id}
        columns={[
          { title: t('key'), cell: (key) => <KeyName apiKey={key} state={keyState(key, nowMs)} /> },
          { title: t('access'), isWide: true, cell: (key) => <Access apiKey={key} /> },
          { title: t('created'), isWide: true, cell: ({ created_at }) => time.instant(created_at) },
          { title: t('lastUsed'), cell: ({ last_used_at }) => time.instant(last_used_at) },
          {
            title: t('expires'),
            isWide: true,
            cell: ({ revoked_at, expires_at }) => time.instant(revoked_at ?? expires_at),
          },
          ...(isEnded ? [] : [actions]),
        ]}
      />
      {asked?.what === 'addresses' && <AddressesDialog apiKey={asked.key} onClose={close} />}
      {asked?.what === 'reroll' && <RerollDialog apiKey={asked.key} onClose={close} />}
      {asked?.what === 'revoke' && <RevokeDialog apiKey={asked.key} onClose={close} />}
    </>
  );
}

function KeyName({ apiKey, state }: { apiKey: ApiKey; state: KeyState }) {
  const t = useMessages('api-keys.page');
  const { kind, label } = BADGES[state];
  return (
    <span className="grid max-w-[20rem] justify-items-start gap-0.5">
      <span className="flex max-w-full flex-wrap items-center gap-x-2">
        <span className="min-w-0 font-medium break-words">{apiKey.label}</span>
        {state !== 'live' && <Badge kind={kind}>{t(label)}</Badge>}
      </span>
      <code className="font-mono text-xs text-faint">{apiKey.prefix}…</code>
    </span>
  );
}

function Access({ apiKey: { role, scopes, rate_limit, allowed_addresses } }: { apiKey: ApiKey }) {
  const t = useMessages('api-keys.page');
  const name = useMessages('parts.role');
  const format = useFormat();
  return (
    <span className="grid">
      <span>
        {scopes === null ? t('allRights', { role: name(role) }) : `${name(role)}: ${scopes.join(', ')}`}
      </span>
      {rate_limit !== null && (
        <span className="text-xs text-faint">{t('limit', { count: format.number(rate_limit) })}</span>
      )}
      {allowed_addresses !== null && (
        <span className="text-xs break-words text-faint" title={allowed_addresses.join('\n')}>
          {t('onlyFrom', { networks: shortList(allowed_addresses) })}
        </span>
      )}
    </span>
  );
}

const SHOWN_NETWORKS = 2;

function shortList(networks: readonly string[]): string {
  const rest = networks.length - SHOWN_NETWORKS;
  return networks.slice(0, SHOWN_NETWORKS).join(', ') + (rest > 0 ? ` +${rest}` : '');
}
