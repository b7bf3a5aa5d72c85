import type { AlertConditionInput, AlertRulePreview } from '@lonja/client';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { MARKET_KEY } from '../../api/live-updates.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { daysBetween, madridClock } from '../../time/madrid-time.ts';
import { Placeholder, QueryView } from '../../ui/states.tsx';

type FoundDay = Pick<AlertRulePreview['days'][number], 'date' | 'figure' | 'hours' | 'at'>;

/** What a rule would have notified of on past days, and what the newest run holds for it; undefined: it is not complete. */
export function RulePreview({ condition }: { condition: AlertConditionInput | undefined }) {
  const t = useMessages('alerts.page');
  const preview = useQuery({
    queryKey: [MARKET_KEY, 'alert-preview', condition],
    queryFn: condition
      ? async ({ signal }) => ({
          kind: condition.kind,
          found: await client.notifications.previewAlertRule(condition, { signal }),
        })
      : skipToken,
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-label={t('preview')} className="min-h-28 rounded-md bg-sunken p-3 text-sm">
      {condition === undefined ? (
        <p className="text-soft">{t('previewNeeds')}</p>
      ) : (
        <QueryView query={preview} placeholder={<Placeholder className="h-22" />}>
          {(data) => (
            <div aria-busy={preview.isPlaceholderData} className="grid gap-2 aria-busy:opacity-60">
              <Past {...data} />
              <Lack {...data} />
              <Present {...data} />
            </div>
          )}
        </QueryView>
      )}
    </section>
  );
}

interface FoundProps {
  kind: AlertConditionInput['kind'];
  found: AlertRulePreview;
}

function Past({ kind, found }: FoundProps) {
  const t = useMessages('alerts.page');
  const format = useFormat();
  const figureOf = useFigure(kind);
  const lookedAt = useLookedAt(found);
  const { notifications, days } = found;
  if (lookedAt === undefined) return <p className="text-soft">{t('previewNoRuns')}</p>;
  if (days.length === 0) return <p>{t('previewNothing', { days: lookedAt })}</p>;
  return (
    <details>
      <summary>{t('previewTold', { days: lookedAt, times: t.count('times', notifications) })}</summary>
      <DayList
        days={days.toReversed()}
        wordsOf={figureOf}
        noteOf={({ basis, issued_at: at }) =>
          t(basis === 'issued' ? 'previewRun' : 'previewRunBacktested', { time: format.instant(at) })
        }
      />
      {found.days_backtested > 0 && <p className="mt-1 text-faint">{t('previewNote')}</p>}
    </details>
  );
}

/** Why fewer days were looked at than lie in the time. */
function Lack({ found }: Pick<FoundProps, 'found'>) {
  const t = useMessages('alerts.page');
  const { backtested_lack: lack, days_looked_at: count, since, until } = found;
  const days = daysBetween(since.slice(0, 10), until.slice(0, 10));
  if (lack === null || count >= days) return null;
  return <p className="text-soft">{t(`lack_${lack}`)}</p>;
}

function Present({ kind, found: { current } }: FoundProps) {
  const t = useMessages('alerts.page');
  const format = useFormat();
  const figureOf = useFigure(kind);
  if (current === null) return null;
  const run = { time: format.instant(current.issued_at) };
  if (current.days.length === 0) return <p>{t('previewNotNow', run)}</p>;
  return (
    <div>
      <p>{t('previewNow', run)}</p>
      <DayList days={current.days} wordsOf={figureOf} />
    </div>
  );
}

interface DayListProps<Day> {
  days: Day[];
  wordsOf: (day: Day) => string;
  noteOf?: (day: Day) => string;
}

function DayList<Day extends FoundDay>({ days, wordsOf, noteOf }: DayListProps<Day>) {
  const format = useFormat();
  return (
    <ul className="tabular mt-1 grid max-h-40 gap-1 overflow-y-auto pr-2" tabIndex={0}>
      {days.map((day) => (
        <li key={day.date} className="flex flex-wrap justify-between gap-x-3">
          <span>
            {format.day(day.date)}: {wordsOf(day)}
          </span>
          {noteOf !== undefined && <span className="text-faint">{noteOf(day)}</span>}
        </li>
      ))}
    </ul>
  );
}

/** In words: `Auctions of 30 days looked at, 28/02/2026 to 29/03/2026, 29 of them back-tested`; undefined for none. */
function useLookedAt(found: AlertRulePreview): string | undefined {
  const t = useMessages('alerts.page');
  const format = useFormat();
  const { days_looked_at: count, days_backtested: backtested, first_day: from, last_day: to } = found;
  if (from === null || to === null) return undefined;
  const span = { days: t.count('days', count), from: format.numericDay(from), to: format.numericDay(to) };
  const days = t(count === 1 ? 'previewDay' : 'previewDays', span);
  if (backtested === 0) return days;
  if (backtested < count) return `${days}, ${t.count('previewBacktested', backtested)}`;
  return `${days}, ${t(count === 1 ? 'previewDayBacktested' : 'previewAllBacktested')}`;
}

/** What was found of a day, in words: `3 h, 73.00 EUR/MWh at 23:00`. */
function useFigure(kind: AlertConditionInput['kind']): (day: FoundDay) => string {
  const t = useMessages('alerts.page');
  const common = useMessages('shell.common');
  const format = useFormat();
  return ({ figure, hours, at }) => {
    if (kind === 'negative_hours') return t.count('hoursFound', figure);
    if (kind === 'probability_above' || kind === 'probability_below') return format.percent(figure, 0);
    const price = `${format.price(figure)} ${common('unit')}`;
    if (at === null) return price;
    return `${t.count('hoursFound', hours)}, ${t('figureAt', { figure: price, time: madridClock(Date.parse(at)) })}`;
  };
}
