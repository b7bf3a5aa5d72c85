import type { ProductSummary } from '@lonja/client';
import { commonMessages } from '../../i18n/common-messages.ts';
import { defineMessages } from '../../i18n/define-messages.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { madridClock } from '../../time/madrid-time.ts';
import { EmptyState } from '../../ui/states.tsx';

const messages = defineMessages({
  en: {
    boundsOnly:
      'Compared with the run of {issued}: every point forecast is the same, only bounds differ, by {most} {unit} at most (at {hour}).',
    same: 'Compared with the run of {issued}: every point forecast and every bound is the same.',
  },
  es: {
    boundsOnly:
      'Comparada con la ejecución del {issued}: todas las previsiones puntuales coinciden y solo cambian las bandas, {most} {unit} como máximo (a las {hour}).',
    same: 'Comparada con la ejecución del {issued}: coinciden todas las previsiones puntuales y todas las bandas.',
  },
});

type ProductDay = ProductSummary['days'][number];

/** In place of bars that are all zero: which run was compared, and how far the bounds differ. */
export function BoundsChange({ day: { change, previous_run: previous } }: { day: ProductDay }) {
  const t = useMessages(messages);
  const common = useMessages(commonMessages);
  const format = useFormat();
  if (change === null || previous === null) return null;
  const issued = format.instant(previous.issued_at);
  const { time, value } = change.largest_bound;
  return (
    <EmptyState
      text={
        value === 0
          ? t('same', { issued })
          : t('boundsOnly', {
              issued,
              most: format.change(value),
              unit: common('unit'),
              hour: madridClock(Date.parse(time)),
            })
      }
    />
  );
}
