import type { AccuracyColumns, AccuracyFigures, AccuracyPage } from '@lonja/client';
import { CalendarMap } from '../../charts/calendar-map.tsx';
import { CategoryBars } from '../../charts/category-bars.tsx';
import type { FileSubject } from '../../charts/save-file.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Figure } from '../../ui/figure.tsx';
import { Calibration } from './calibration.tsx';
import { Versions } from './versions.tsx';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
/** A calendar of more days takes the whole width. */
const WIDE_DAYS = 160;

interface RecordProps {
  accuracy: AccuracyPage;
  overall: AccuracyFigures;
  /** The same of the other cutoff; null where there is none. */
  beside: AccuracyFigures | null;
}

/** Figures, the calendar of errors, where they are large, and whether the bounds are honest. */
export function Record({ accuracy, overall, beside }: RecordProps) {
  const t = useMessages('accuracy.page');
  const common = useMessages('shell.common');
  const format = useFormat();
  const unit = common('unit');
  const fileOf = (what: string) => ({
    what,
    product: accuracy.market,
    days: [accuracy.date_from, accuracy.date_to],
  });
  return (
    <>
      <Overall figures={overall} beside={beside} cutoff={accuracy.cutoff} />
      <div className="grid grid-cols-1 gap-x-10 gap-y-6 lg:grid-cols-2">
        <div className={classNames('min-w-0', accuracy.by_day.group.length > WIDE_DAYS && 'lg:col-span-2')}>
          <Section title={t('calendar')} note={t('calendarNote')}>
            <CalendarMap
              label={t('calendar')}
              unit={unit}
              days={accuracy.by_day.group}
              values={accuracy.by_day.mae}
              names={{ day: t('day'), value: t('mae') }}
              file={fileOf('accuracy-by-day')}
            />
          </Section>
        </div>
        <Calibration accuracy={accuracy} file={fileOf('reliability')} />
        <Breakdown
          title={t('byHour')}
          file={fileOf('accuracy-by-hour')}
          columns={accuracy.by_hour}
          nameOf={(group) => group.padStart(2, '0')}
        />
        <Breakdown
          title={t('byWeekday')}
          file={fileOf('accuracy-by-weekday')}
          columns={accuracy.by_weekday}
          nameOf={(group) => format.weekday(WEEKDAYS.indexOf(group))}
        />
        <Breakdown
          title={t('byLead')}
          file={fileOf('accuracy-by-lead-day')}
          columns={accuracy.by_lead_day}
          nameOf={(group) => t('leadDays', { count: group })}
        />
        <Breakdown
          title={t('byMonth')}
          file={fileOf('accuracy-by-month')}
          columns={accuracy.by_month}
          nameOf={(group) => format.month(`${group}-01`)}
        />
        <Breakdown
          title={t('byLevel')}
          file={fileOf('accuracy-by-price-level')}
          columns={accuracy.by_price_level}
          nameOf={levelName}
        />
      </div>
      <Versions versions={accuracy.model_versions} />
    </>
  );
}

/** `below 0`, `25 to 50` and `300 and above` in signs. */
function levelName(group: string): string {
  const [from, to] = group.match(/\d+/g) ?? [];
  if (to !== undefined) return `${from}–${to}`;
  return `${group.startsWith('below') ? '<' : '≥'} ${from}`;
}

interface OverallProps {
  figures: AccuracyFigures;
  beside: AccuracyFigures | null;
  cutoff: string;
}

function Overall({ figures, beside, cutoff }: OverallProps) {
  const t = useMessages('accuracy.page');
  const common = useMessages('shell.common');
  const format = useFormat();
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-4 sm:grid-cols-4">
      <Figure
        label={t('mae')}
        value={format.price(figures.mae)}
        unit={common('unit')}
        note={
          beside !== null &&
          t(cutoff === 'gate' ? 'besideOfficial' : 'besideGate', { value: format.price(beside.mae) })
        }
      />
      {figures.skill !== null && <Figure label={t('skill')} value={format.percent(figures.skill)} />}
      <Figure label={t('coverage')} value={format.percent(figures.coverage)} note={t('coverageNote')} />
      <Figure label={t('width')} value={format.price(figures.mean_width)} unit={common('unit')} />
      <Figure label={t('rmse')} value={format.price(figures.rmse)} unit={common('unit')} />
      <Figure label={t('bias')} value={format.change(figures.bias)} note={t('biasNote')} />
      <Figure label={t('hours')} value={format.number(figures.n_observations)} />
      {figures.mape !== null && (
        <div className="col-span-full flex flex-wrap gap-x-2 text-xs text-faint">
          <dt>{t('mape')}</dt>
          <dd>
            {format.percent(figures.mape)},{' '}
            {t('mapeNote', {
              count: format.number(figures.mape_n_observations),
              all: format.number(figures.n_observations),
            })}
          </dd>
        </div>
      )}
    </dl>
  );
}

interface BreakdownProps {
  title: string;
  file: FileSubject;
  columns: AccuracyColumns;
  nameOf: (group: string) => string;
}

function Breakdown({ title, file, columns, nameOf }: BreakdownProps) {
  const t = useMessages('accuracy.page');
  const common = useMessages('shell.common');
  return (
    <Section title={title}>
      <CategoryBars
        label={`${t('mae')}: ${title}`}
        unit={common('unit')}
        names={columns.group.map(nameOf)}
        values={columns.mae}
        file={file}
        heads={{ group: t('group'), value: t('mae') }}
      />
    </Section>
  );
}
