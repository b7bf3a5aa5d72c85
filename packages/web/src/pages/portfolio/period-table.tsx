import type { Site, SiteSchedule, SiteValuation } from '@lonja/client';
import { Download } from 'lucide-react';
import { csvOf, type FileCell, fileNameOf, saveFile, TIME_HEADS, timeCells } from '../../charts/save-file.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLocale, useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import { beyondCell, type ClearedExtremes, type Side } from '../../market/beyond-cleared.ts';
import { BeyondMark } from '../../market/beyond-mark.tsx';
import { madridClock } from '../../time/madrid-time.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';

/** A column of what a site does, period by period. */
export interface PeriodColumn {
  title: string;
  /** Of the values on the page; the file has them as they are. */
  decimals: number;
  values: readonly (number | null)[];
  /** Only in the file. */
  isInFileOnly?: boolean;
  /** By period, on which side of anything cleared the value lies. */
  sides?: readonly (Side | undefined)[];
}

interface PeriodTableProps {
  site: Site;
  date: string;
  resolution: string;
  issuedAt: string;
  periods: SiteSchedule['periods'] | SiteValuation['hours'];
  extremes: ClearedExtremes;
  columns: readonly PeriodColumn[];
}

/** The day of a site as rows, and as a file for whoever carries it out. */
export function PeriodTable({
  site,
  date,
  resolution,
  issuedAt,
  periods,
  extremes,
  columns,
}: PeriodTableProps) {
  const t = useMessages('portfolio.page');
  const beyond = useMessages('parts.beyondCleared');
  const format = useFormat();
  const locale = useLocale();
  const shown = columns.filter(({ isInFileOnly = false }) => !isInFileOnly);
  const startsMs = periods.map(({ start }) => Date.parse(start));
  const save = () => {
    const head = [...TIME_HEADS, ...columns.map(({ title }) => title), beyond('column')];
    const fileRow = (index: number): FileCell[] => [
      ...timeCells(startsMs[index] ?? 0),
      ...columns.map(({ values }) => values[index]),
      beyondCell(periods[index]?.beyond_cleared, beyond),
    ];
    const length = resolution === 'PT15M' ? '15min' : '60min';
    const subject = { what: `schedule-${site.name}-${length}`, product: 'da', days: [date], run: issuedAt };
    saveFile(fileNameOf(subject), csvOf({ head, rowCount: startsMs.length, fileRow }, locale));
  };
  return (
    <Section
      title={t('periods')}
      actions={
        <Button onClick={save}>
          <Download aria-hidden size={15} />
          {t('export')}
        </Button>
      }
    >
      <DataTable<number>
        caption={t('periodsOf', { name: site.name })}
        maxHeight="max-h-112"
        rows={startsMs.map((_, index) => index)}
        keyOf={(index) => String(startsMs[index])}
        columns={[
          { title: t('start'), cell: (index) => madridClock(startsMs[index] ?? 0) },
          ...shown.map(({ title, decimals, values, sides }) => ({
            title,
            isNumber: true,
            cell: (index: number) => {
              const value = values[index] ?? null;
              if (value === null) return '–';
              return (
                <>
                  {format.number(value, decimals)}
                  <BeyondMark side={sides?.[index]} extremes={extremes} />
                </>
              );
            },
          })),
        ]}
      />
    </Section>
  );
}
