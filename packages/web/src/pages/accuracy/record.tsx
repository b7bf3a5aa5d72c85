import type { AccuracyColumns, AccuracyFigures, AccuracyPage } from '@lonja/client';
import { CalendarMap } from '../../charts/calendar-map.tsx';
import { CategoryBars } from '../../charts/category-bars.tsx';
import type { FileSubject } from '../../charts/save-file.ts';
import { commonMessages } from '../../i18n/common-messages.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Figure } from '../../ui/figure.tsx';
import { Calibration } from './calibration.tsx';
import { messages } from './messages.ts';
import { Versions } from './versions.tsx';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
/** A calendar of more days takes the whole width. */
const WIDE_DAYS = 160;

/** Figures, the calendar of errors, where they are large, and whether the bounds are honest. */
export function Record({ accuracy, overall }: { accuracy: AccuracyPage; overall: AccuracyFigures }) {
  const t = useMessages(messages);
  const common = useMessages(commonMessages);
  const format = useFormat();
  const unit = common('unit');
  const fileOf = (what: string) => ({
    what,
    product: accuracy.market,
    days: [accuracy.date_from, accuracy.date_to],
  });
  return (
    <>
      <Overall figures={overall} />
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
      </div>
      <Versions versions={accuracy.model_versions} />
    </>
  );
}

function Overall({ figures }: { figures: AccuracyFigures }) {
  const t = useMessages(messages);
  const common = useMessages(commonMessages);
  const format = useFormat();
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-4 sm:grid-cols-4">
      <Figure label={t('mae')} value={format.price(figures.mae)} unit={common('unit')} />
      {figures.skill !== null && <Figure label={t('skill')} value={format.percent(figures.skill)} />}
      <Figure label={t('coverage')} value={format.percent(figures.coverage)} note={t('coverageNote')} />
      <Figure label={t('width')} value={format.price(figures.mean_width)} unit={common('unit')} />
      <Figure label={t('rmse')} value={format.price(figures.rmse)} unit={common('unit')} />
      <Figure label={t('bias')} value={format.change(figures.bias)} note={t('biasNote')} />
      {figures.mape !== null && (
        <Figure label={t('mape')} value={format.percent(figures.mape)} note={t('mapeNote')} />
      )}
      <Figure label={t('hours')} value={format.number(figures.n_observations)} />
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
  const t = useMessages(messages);
  const common = useMessages(commonMessages);
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
