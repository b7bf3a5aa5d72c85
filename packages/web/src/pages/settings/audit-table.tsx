import type { AuditEntry } from '@lonja/client';
import { useMessages } from '../../i18n/locale.ts';
import { useRecordTime } from '../../i18n/record-time.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { auditMessages, isKnownAction } from './audit-messages.ts';
import { messages } from './messages.ts';

export function AuditTable({ entries }: { entries: AuditEntry[] }) {
  const t = useMessages(messages);
  const words = useMessages(auditMessages);
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
          cell: ({ action }) => (isKnownAction(action) ? words(action) : action),
        },
        {
          title: t('details'),
          isWide: true,
          cell: ({ details, address }) => <Details details={{ ...details, address }} />,
        },
      ]}
    />
  );
}

function Actor({ entry: { action, actor } }: { entry: AuditEntry }) {
  const t = useMessages(messages);
  const { kind, name } = actor;
  // A refused caller is no known user.
  if (kind === 'system' && /^(sign_in|credential)\./.test(action)) return t('gone');
  if (kind === 'operator' || kind === 'system') return t(kind);
  return <span className="wrap-anywhere">{name ?? t('gone')}</span>;
}

/** What changed, as the service wrote it: names and values. */
function Details({ details }: Pick<AuditEntry, 'details'>) {
  const shown = Object.entries(details).filter(([, value]) => value !== null && value !== undefined);
  return (
    <dl className="flex max-w-[34rem] flex-wrap gap-x-4 text-xs">
      {shown.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="inline text-faint">{name.replaceAll('_', ' ')}: </dt>
          <dd className="inline wrap-anywhere">{textOfValue(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function textOfValue(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(textOfValue).join(', ') : JSON.stringify(value);
}
