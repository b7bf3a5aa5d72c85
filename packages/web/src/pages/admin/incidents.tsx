import type { Incident } from '@lonja/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useMessages } from '../../i18n/locale.ts';
import { useRecordTime } from '../../i18n/record-time.ts';
import { Section } from '../../layout/page.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { IncidentDialog } from './incident-dialog.tsx';
import { incidentsQuery } from './query.ts';

const route = getRouteApi('/app/admin');
const KINDS = {
  investigating: 'danger',
  identified: 'warn',
  monitoring: 'accent',
  resolved: 'good',
} as const;

/** The incidents of the status page, the newest first, and what the operator writes there. */
export function Incidents() {
  const t = useMessages('admin.incident');
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const incidents = useQuery(incidentsQuery(page));
  const [isWriting, setIsWriting] = useState(false);
  const write = () => setIsWriting(true);
  return (
    <Section
      title={t('incidents')}
      note={
        <>
          {t('note')}{' '}
          <a href="/status" className="text-accent underline">
            {t('statusPage')}
          </a>
        </>
      }
      actions={<Button onClick={write}>{t('write')}</Button>}
    >
      <PagedList
        query={incidents}
        page={page}
        onPage={(next) =>
          void navigate({ search: (search) => ({ ...search, page: next }), resetScroll: false })
        }
        height="h-48"
        empty={<EmptyState text={t('none')} />}
      >
        {({ items }) => (
          <ul className="grid gap-4">
            {items.map((incident) => (
              <li key={incident.id}>
                <IncidentCard incident={incident} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      {isWriting && <IncidentDialog onClose={() => setIsWriting(false)} />}
    </Section>
  );
}

function IncidentCard({ incident }: { incident: Incident }) {
  const t = useMessages('admin.incident');
  const time = useRecordTime();
  const [isAdding, setIsAdding] = useState(false);
  const { title, state, components, started_at: startedAt, resolved_at: resolvedAt, updates } = incident;
  const since = t('started', { time: time.instant(startedAt) });
  const over = resolvedAt === null ? '' : ` · ${t('resolvedAt', { time: time.instant(resolvedAt) })}`;
  return (
    <article className="grid gap-2 rounded-lg border border-line p-4">
      <header className="flex flex-wrap items-start justify-between gap-2">
        <div className="grid min-w-0 gap-1">
          <h3 className="font-medium break-words">
            {title} <Badge kind={KINDS[state]}>{t(state)}</Badge>
          </h3>
          <p className="text-sm text-soft">{components.map((component) => t(component)).join(', ')}</p>
          <p className="text-sm text-faint">{since + over}</p>
        </div>
        <Button look="quiet" aria-label={t('addName', { title })} onClick={() => setIsAdding(true)}>
          {t('add')}
        </Button>
      </header>
      <ol className="grid gap-2">
        {updates.map((update) => (
          <li key={`${update.at} ${update.text}`} className="border-l-2 border-line pl-3">
            <p className="text-sm text-faint">
              {t(update.state)}, {time.instant(update.at)}
            </p>
            <p className="break-words whitespace-pre-line">{update.text}</p>
          </li>
        ))}
      </ol>
      {isAdding && <IncidentDialog incident={incident} onClose={() => setIsAdding(false)} />}
    </article>
  );
}
