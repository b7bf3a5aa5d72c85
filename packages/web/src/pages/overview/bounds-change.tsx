import type { ProductSummary } from '@lonja/client';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { madridClock } from '../../time/madrid-time.ts';
import { EmptyState } from '../../ui/states.tsx';

type ProductDay = ProductSummary['days'][number];

/** In place of bars that are all zero: which run was compared, and how far the bounds differ. */
export function BoundsChange({ day: { change, previous_run: previous } }: { day: ProductDay }) {
  const t = useMessages('parts.boundsChange');
  const common = useMessages('shell.common');
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
