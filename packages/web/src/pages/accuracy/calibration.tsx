import type { AccuracyPage } from '@lonja/client';
import { useMemo } from 'react';
import { ReliabilityPlot } from '../../charts/reliability-plot.tsx';
import type { FileSubject } from '../../charts/save-file.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import { DataTable } from '../../ui/data-table.tsx';

/** Whether the deciles are honest, with the hours that say so; of runs without stored distributions median and bounds alone. */
export function Calibration({ accuracy, file }: { accuracy: AccuracyPage; file: FileSubject }) {
  const t = useMessages('accuracy.page');
  const format = useFormat();
  const { deciles, reliability, overall } = accuracy;
  const hasDeciles = deciles.n_observations > 0;
  const { level, observed } = hasDeciles ? deciles : reliability;
  const all = overall?.n_observations ?? 0;
  const count = hasDeciles ? deciles.n_observations : all;
  const counts = useMemo(
    () => [
      ...(hasDeciles ? [{ head: t('atMost'), values: deciles.at_most }] : []),
      { head: t('hours'), values: level.map(() => count) },
    ],
    [hasDeciles, deciles, level, count, t],
  );
  return (
    <Section
      title={t('reliability')}
      note={
        <>
          {t('reliabilityNote')} {!hasDeciles && t('noDeciles')}
          {hasDeciles &&
            count < all &&
            t('decileHours', { count: format.number(count), all: format.number(all) })}
        </>
      }
    >
      <div className="flex flex-wrap items-start gap-x-8 gap-y-4">
        <div className="w-76 max-w-full">
          <ReliabilityPlot
            label={t('reliability')}
            levels={level}
            observed={observed}
            names={{ claimed: t('claimed'), observed: t('observed') }}
            counts={counts}
            file={file}
          />
        </div>
        <div className="min-w-54 flex-1">
          <DataTable<number>
            caption={t('reliability')}
            rows={[...level.keys()]}
            keyOf={String}
            columns={[
              { title: t('claimed'), cell: (index) => format.percent((level[index] ?? 0) * 100, 0) },
              { title: t('observed'), isNumber: true, cell: (index) => format.percent(observed[index] ?? 0) },
              {
                title: t('ofHours'),
                isNumber: true,
                cell: (index) =>
                  hasDeciles
                    ? t('hoursOf', {
                        count: format.number(deciles.at_most[index] ?? 0),
                        all: format.number(count),
                      })
                    : format.number(count),
              },
            ]}
          />
        </div>
      </div>
    </Section>
  );
}
