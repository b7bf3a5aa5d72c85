import type { Job, JobQueue } from '@lonja/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useRecordTime } from '../../i18n/record-time.ts';
import { Section } from '../../layout/page.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { SelectField } from '../../ui/field.tsx';
import { ShownPage } from '../../ui/paged-list.tsx';
import { EmptyState, Placeholder, QueryView } from '../../ui/states.tsx';
import { jobsQuery } from './query.ts';
import { useChange } from './use-change.ts';

const route = getRouteApi('/app/admin');
const ALL = '';

/** The work in the background: every queue with its counts, and the jobs that were given up. */
export function Jobs() {
  const t = useMessages('admin.operations');
  const { page = 1, queue } = route.useSearch();
  const navigate = route.useNavigate();
  const jobs = useQuery(jobsQuery(page, queue));
  const retryAll = useChange(async () => {
    const { retried, skipped } = await client.platform.retryFailedJobs(queue === undefined ? {} : { queue });
    return [t.count('retried', retried), ...(skipped > 0 ? [t.count('skipped', skipped)] : [])].join(' ');
  });
  return (
    <QueryView query={jobs} placeholder={<Placeholder className="h-96" />}>
      {(list) => (
        <>
          <Section title={t('queues')}>
            <QueueTable queues={list.queues} />
          </Section>
          <Section
            title={t('failedJobs')}
            note={t('failedNote')}
            actions={
              <div className="flex flex-wrap items-end gap-2">
                <SelectField
                  label={t('queue')}
                  value={queue ?? ALL}
                  choices={[
                    { value: ALL, label: t('allQueues') },
                    ...list.queues.map(({ name }) => ({ value: name, label: name })),
                  ]}
                  onChange={(next) =>
                    void navigate({
                      search: { tab: 'jobs', ...(next !== ALL && { queue: next }) },
                      resetScroll: false,
                    })
                  }
                  className="w-52"
                />
                <Button
                  disabled={list.total === 0}
                  isBusy={retryAll.isPending}
                  onClick={() => retryAll.mutate()}
                >
                  {t('retryAll')}
                </Button>
              </div>
            }
          >
            <ShownPage
              list={list}
              page={page}
              onPage={(next) =>
                void navigate({ search: (search) => ({ ...search, page: next }), resetScroll: false })
              }
              empty={<EmptyState text={t('noFailed')} />}
            >
              {({ items }) => <FailedTable jobs={items} />}
            </ShownPage>
          </Section>
        </>
      )}
    </QueryView>
  );
}

function QueueTable({ queues }: { queues: JobQueue[] }) {
  const t = useMessages('admin.operations');
  const format = useFormat();
  const time = useRecordTime();
  const counts = (['waiting', 'active', 'retrying', 'completed'] as const).map((state) => ({
    title: t(state),
    isNumber: true,
    isWide: state === 'retrying' || state === 'completed',
    cell: (queue: JobQueue) => format.number(queue[state]),
  }));
  return (
    <DataTable
      caption={t('queues')}
      rows={queues}
      keyOf={({ name }) => name}
      columns={[
        { title: t('queue'), cell: ({ name }) => <code className="text-xs">{name}</code> },
        ...counts,
        {
          title: t('failed'),
          isNumber: true,
          cell: ({ failed }) =>
            failed > 0 ? <Badge kind="danger">{format.number(failed)}</Badge> : format.number(failed),
        },
        {
          title: t('oldestWaiting'),
          isWide: true,
          isNumber: true,
          cell: ({ oldest_waiting_at: at }) => (at === null ? '–' : time.instant(at)),
        },
      ]}
    />
  );
}

function FailedTable({ jobs }: { jobs: Job[] }) {
  const t = useMessages('admin.operations');
  const format = useFormat();
  const time = useRecordTime();
  const retry = useChange(async (id: string) => {
    await client.platform.retryJob({ id });
    return t.count('retried', 1);
  });
  return (
    <DataTable
      caption={t('failedJobs')}
      rows={jobs}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t('job'),
          cell: ({ queue, payload }) => (
            <>
              <code className="text-xs font-medium">{queue}</code>
              <code className="block max-w-72 text-xs break-all text-faint">{JSON.stringify(payload)}</code>
            </>
          ),
        },
        {
          title: t('error'),
          cell: ({ error }) => <span className="break-words">{error ?? t('unknown')}</span>,
        },
        {
          title: t('attempts'),
          isNumber: true,
          isWide: true,
          cell: ({ attempts }) => format.number(attempts),
        },
        {
          title: t('gaveUp'),
          isWide: true,
          cell: ({ finished_at: at }) => time.instant(at),
        },
        {
          title: t('action'),
          isNumber: true,
          cell: ({ id, queue }) => (
            <Button
              look="quiet"
              isBusy={retry.isPending && retry.variables === id}
              aria-label={t('retryName', { queue })}
              onClick={() => retry.mutate(id)}
            >
              {t('retry')}
            </Button>
          ),
        },
      ]}
    />
  );
}
