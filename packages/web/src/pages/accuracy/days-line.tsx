import type { AccuracyPage } from '@lonja/client';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Notice } from '../../ui/states.tsx';

/** How many of the days that were asked for the figures rest on, and whether they will change. */
export function DaysLine({ accuracy }: { accuracy: AccuracyPage }) {
  const t = useMessages('accuracy.page');
  const format = useFormat();
  const { asked, settled, counted, without_forecast: without } = accuracy.day_counts;
  const numbers = {
    counted: format.number(counted),
    asked: format.number(asked),
    settled: format.number(settled),
  };
  const text = [
    t(accuracy.provisional ? 'provisional' : 'days', numbers),
    ...(settled < asked ? [t('settled', numbers)] : []),
    ...(without > 0 ? [t('withoutForecast', { count: format.number(without) })] : []),
  ].join(' ');
  return accuracy.provisional ? (
    <Notice kind="warn">{text}</Notice>
  ) : (
    <p className="text-sm text-soft">{text}</p>
  );
}
