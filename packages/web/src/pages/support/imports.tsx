import type { ImportedSeries } from '@lonja/client';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { DataTable } from '../../ui/data-table.tsx';

/** Series that came from files, with how far they reach. */
export function Imports({ imports }: { imports: ImportedSeries[] }) {
  const t = useMessages('support.page');
  const format = useFormat();
  if (imports.length === 0) return null;
  return (
    <>
      <h3 className="mt-3 text-sm font-semibold">{t('imports')}</h3>
      <DataTable
        caption={t('imports')}
        rows={imports}
        keyOf={({ source, series, resolution }) => `${source} ${series} ${resolution}`}
        maxHeight="max-h-80"
        columns={[
          { title: t('series'), cell: ({ series }) => <code className="text-xs">{series}</code> },
          { title: t('source'), cell: ({ source }) => source },
          { title: t('latest'), cell: ({ newest_day: day }) => format.day(day) },
        ]}
      />
    </>
  );
}
