import type { AuditEntry } from '@lonja/client';
import { useLocale, useMessages } from '../../i18n/locale.ts';
import { useRecordTime } from '../../i18n/record-time.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { detailName, detailValue, isKnownAction } from './audit-details.ts';

export function AuditTable({ entries }: { entries: AuditEntry[] }) {
  const t = useMessages('settings.page');
  const words = useMessages('settings.audit');
  const locale = useLocale();
  const time = useRecordTime();
  return (
    <DataTable
      caption={t('audit')}
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t('when'),
          cell: ({ at }) => <span className="whitespace-nowrap">{time.instant(at)}</span>,
        },
        { title: t('who'), cell: (entry) => <Actor entry={entry} /> },
        {
          title: t('what'),
          cell: ({ action }) => (isKnownAction(action, locale) ? words(action) : action),
        },
        {
          title: t('details'),
          isWide: true,
          cell: ({ action, details, address }) => (
            <Details action={action} details={{ ...details, address }} />
          ),
        },
      ]}
    />
  );
}

function Actor({ entry: { action, actor } }: { entry: AuditEntry }) {
  const t = useMessages('settings.page');
  const { kind, name } = actor;
  // A refused caller is no known user.
  if (kind === 'system' && /^(sign_in|credential)\./.test(action)) return t('gone');
  if (kind === 'operator' || kind === 'system') return t(kind);
  return <span className="wrap-anywhere">{name ?? t('gone')}</span>;
}

/** What changed: names and values. */
function Details({ action, details }: Pick<AuditEntry, 'action' | 'details'>) {
  const locale = useLocale();
  const shown = Object.entries(details).filter(([, value]) => value !== null && value !== undefined);
  return (
    <dl className="flex max-w-[34rem] flex-wrap gap-x-4 text-xs">
      {shown.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="inline text-faint">{detailName(name, { action, locale })}: </dt>
          <dd className="inline wrap-anywhere">{detailValue(name, value, locale)}</dd>
        </div>
      ))}
    </dl>
  );
}
