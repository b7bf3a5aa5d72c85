import { Download, Image, Table2, ZoomOut } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useFormat } from '../i18n/format.ts';
import { useLocale, useMessages } from '../i18n/locale.ts';
import { IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { DataTable } from '../ui/data-table.tsx';
import { showToast } from '../ui/toast.tsx';
import { type FileCell, type FileSubject, csvOf, fileNameOf, saveFile } from './save-file.ts';
import type { Plot } from './use-plot.ts';

/** The numbers behind a chart, made when they are asked for. */
export interface ChartTable {
  head: string[];
  rowCount: number;
  /** A row as the reader writes numbers. */
  shownRow: (index: number) => string[];
  /** Columns of the file; absent: those of the table. */
  fileHead?: string[];
  /** A row of the file, with numbers and instants as they are. */
  fileRow: (index: number) => FileCell[];
}

export interface LegendEntry {
  label: string;
  colour: string;
  /** Where the colour changes with the value: that of the other end. */
  colourTo?: string;
  isDashed?: boolean;
  isBlock?: boolean;
  /** Whether `legendEnd` has it, as a switch. */
  isSwitched?: boolean | undefined;
}

interface ChartFrameProps {
  label: string;
  unit: string;
  legend: readonly LegendEntry[];
  /** Further entries, such as buttons that switch series on and off; those are not repeated. */
  legendEnd?: ReactNode;
  table: ChartTable;
  file: FileSubject;
  /** Of the times in the table; absent: Madrid's. */
  zone?: string;
  /** The plot, where it can be zoomed. */
  plot?: Plot;
  /** What changes the picture, beside the legend. */
  controls?: ReactNode;
  children: ReactNode;
}

/** More rows are of no use on a page. */
const MAX_ROWS = 1000;

/** A chart with its legend, and the table and the file behind it. */
export function ChartFrame({
  label,
  unit,
  legend,
  table,
  file,
  zone,
  plot,
  controls,
  legendEnd,
  children,
}: ChartFrameProps) {
  const t = useMessages('shell.chartFrame');
  const common = useMessages('shell.common');
  const format = useFormat();
  const locale = useLocale();
  const [isTable, setIsTable] = useState(false);
  const host = useRef<HTMLDivElement>(null);
  const shown = Math.min(table.rowCount, MAX_ROWS);
  const saveImage = async () => {
    if (host.current === null) return;
    // Few readers want one, so its code comes when it is asked for.
    const { imageOf } = await import('./save-image.ts');
    const ends = new Set([file.days?.at(0), file.days?.at(-1)].filter((day) => day !== undefined));
    const days = [...ends].map(format.numericDay).join(' – ');
    const run = typeof file.run === 'string' ? t('run', { issued: format.instant(file.run) }) : '';
    const note = ['Lonja', days, run, zone ?? common('madridTime')].filter((part) => part !== '').join(' · ');
    const image = await imageOf({
      host: host.current,
      title: `${label}, ${unit}`,
      legend,
      note,
    });
    saveFile(fileNameOf(file, 'png'), image, 'image/png');
  };
  return (
    <figure className="grid min-w-0 grid-cols-1 gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-3 sm:flex-nowrap">
        <ul
          aria-label={label}
          className={classNames(
            'flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-0.5 text-xs text-soft',
            (controls ?? legendEnd) !== undefined && 'max-sm:basis-full',
          )}
        >
          <li className="text-faint">{unit}</li>
          {legend
            .filter(({ isSwitched }) => isSwitched !== true)
            .map((entry) => (
              <li key={entry.label} className="flex items-center gap-1.5">
                <Swatch {...entry} />
                {entry.label}
              </li>
            ))}
          {legendEnd !== undefined && (
            <li className="min-w-0 max-sm:scroll-shadow max-sm:basis-full max-sm:overflow-x-auto">
              <ul className="flex gap-x-2 gap-y-0.5 max-sm:w-max sm:flex-wrap">{legendEnd}</ul>
            </li>
          )}
        </ul>
        <div className="flex shrink-0 items-center max-sm:ml-auto [&>button]:max-sm:size-8">
          {controls !== undefined && <div className="mr-2">{controls}</div>}
          {plot !== undefined && !isTable && <ShowAllButton plot={plot} />}
          <IconButton
            label={isTable ? t('chart') : t('table')}
            aria-pressed={isTable}
            onClick={() => setIsTable(!isTable)}
          >
            <Table2 aria-hidden size={16} />
          </IconButton>
          <IconButton label={t('csv')} onClick={() => saveFile(fileNameOf(file), csvOf(table, locale))}>
            <Download aria-hidden size={16} />
          </IconButton>
          <IconButton
            label={t('image')}
            disabled={isTable}
            onClick={() => void saveImage().catch(() => showToast(t('noImage')))}
          >
            <Image aria-hidden size={16} />
          </IconButton>
        </div>
      </div>
      <div ref={host} hidden={isTable}>
        {children}
      </div>
      {isTable && (
        <>
          <DataTable<number>
            caption={`${label}, ${unit}, ${zone ?? common('madridTime')}`}
            maxHeight="max-h-96"
            rows={Array.from({ length: shown }, (_, index) => index)}
            keyOf={(index) => String(index)}
            columns={table.head.map((title, column) => ({
              title,
              isNumber: column > 0,
              cell: (index) => table.shownRow(index)[column],
            }))}
          />
          {shown < table.rowCount && <p className="text-xs text-faint">{t('more', { count: shown })}</p>}
        </>
      )}
    </figure>
  );
}

/** Ends the zoom. Its place is kept, so that nothing moves when it comes and goes. */
function ShowAllButton({ plot: { element, isZoomed, showAll } }: { plot: Plot }) {
  const t = useMessages('shell.chartFrame');
  return (
    <IconButton
      label={t('showAll')}
      className={isZoomed ? undefined : 'invisible'}
      onClick={() => {
        showAll();
        element.current?.parentElement?.focus();
      }}
    >
      <ZoomOut aria-hidden size={16} />
    </IconButton>
  );
}

export function Swatch({ colour, colourTo, isDashed = false, isBlock = false }: LegendEntry) {
  if (colourTo !== undefined) {
    return (
      <span
        aria-hidden
        className="h-2.5 w-16 rounded-sm"
        style={{ backgroundImage: `linear-gradient(to right, ${colour}, ${colourTo})` }}
      />
    );
  }
  return (
    <svg aria-hidden width="16" height="10">
      {isBlock ? (
        <rect width="16" height="10" rx="2" style={{ fill: colour }} />
      ) : (
        <path
          d="M0 5h16"
          style={{ stroke: colour }}
          strokeWidth="2.5"
          strokeDasharray={isDashed ? '4 3' : undefined}
        />
      )}
    </svg>
  );
}
