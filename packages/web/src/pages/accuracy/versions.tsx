import type { AccuracyPage } from '@lonja/client';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DataTable } from '../../ui/data-table.tsx';

/** Which version of the model forecast which days, and how well. */
export function Versions({ versions }: { versions: AccuracyPage['model_versions'] }) {
  const t = useMessages('accuracy.page');
  const format = useFormat();
  return (
    <Section title={t('versions')}>
      <TimeLine versions={versions} />
      <DataTable
        caption={t('versions')}
        rows={versions.toReversed()}
        keyOf={({ model_version }) => model_version}
        columns={[
          { title: t('version'), cell: ({ model_version }) => model_version },
          { title: t('from'), cell: ({ active_from }) => format.instant(active_from) },
          {
            title: t('to'),
            cell: ({ active_to }) => (active_to === null ? t('current') : format.instant(active_to)),
          },
          {
            title: t('hours'),
            isNumber: true,
            isWide: true,
            cell: (row) => format.number(row.n_observations),
          },
          { title: t('error'), isNumber: true, cell: ({ mae }) => format.price(mae) },
        ]}
      />
    </Section>
  );
}

/** The versions one after the other, each as wide as the hours that it forecast; the table below says it in words. */
function TimeLine({ versions }: { versions: AccuracyPage['model_versions'] }) {
  return (
    <div aria-hidden className="flex gap-px overflow-hidden rounded-sm text-xs/7">
      {versions.map(({ model_version: version, active_to: end, n_observations: hours }) => (
        <span
          key={version}
          title={version}
          className={classNames(
            'min-w-1 basis-0 truncate px-2',
            end === null ? 'bg-accent text-on-accent' : 'bg-sunken text-soft',
          )}
          style={{ flexGrow: Math.max(hours, 1) }}
        >
          {version}
        </span>
      ))}
    </div>
  );
}
