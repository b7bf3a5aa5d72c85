import type { AlertConditionInput, AlertRulePreview } from '@lonja/client';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { MARKET_KEY } from '../../api/live-updates.ts';
import { commonMessages } from '../../i18n/common-messages.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { madridClock } from '../../time/madrid-time.ts';
import { Placeholder, QueryView } from '../../ui/states.tsx';
import { messages } from './messages.ts';

type FoundDay = Pick<AlertRulePreview['days'][number], 'date' | 'figure' | 'hours' | 'at'>;

/** What a rule would have notified of in the last 30 days, and what the newest run holds for it; undefined: it is not complete. */
export function RulePreview({ condition }: { condition: AlertConditionInput | undefined }) {
  const t = useMessages(messages);
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
  const t = useMessages(messages);
  const format = useFormat();
  const figureOf = useFigure(kind);
  const { since, runs, notifications, days } = found;
  if (runs === 0) return <p className="text-soft">{t('previewNoRuns')}</p>;
  const time = { since: format.instant(since), runs: t.count('previewRuns', runs) };
  if (days.length === 0) return <p>{t('previewNothing', time)}</p>;
  return (
    <details>
      <summary>{t('previewTold', { ...time, times: t.count('times', notifications) })}</summary>
      <DayList
        days={days.toReversed()}
        wordsOf={figureOf}
        noteOf={({ issued_at: at }) => t('previewRun', { time: format.instant(at) })}
      />
    </details>
  );
}

function Present({ kind, found: { current } }: FoundProps) {
  const t = useMessages(messages);
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

/** What was found of a day, in words: `3 h, 73.00 EUR/MWh at 23:00`. */
function useFigure(kind: AlertConditionInput['kind']): (day: FoundDay) => string {
  const t = useMessages(messages);
  const common = useMessages(commonMessages);
  const format = useFormat();
  return ({ figure, hours, at }) => {
    if (kind === 'negative_hours') return t.count('hoursFound', figure);
    if (kind === 'probability_above' || kind === 'probability_below') return format.percent(figure, 0);
    const price = `${format.price(figure)} ${common('unit')}`;
    if (at === null) return price;
    return `${t.count('hoursFound', hours)}, ${t('figureAt', { figure: price, time: madridClock(Date.parse(at)) })}`;
  };
}
