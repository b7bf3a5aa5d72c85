import type { Drift } from '@lonja/client';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Notice } from '../../ui/states.tsx';

/** Says that prices or errors have left what they were, so that figures of before promise too much. */
export function DriftNotice({ drift: { level, errors } }: { drift: Drift }) {
  const t = useMessages('accuracy.page');
  const format = useFormat();
  const texts = [
    ...(level?.outside
      ? [
          t(level.outside === 'above' ? 'levelAbove' : 'levelBelow', {
            mean: format.price(level.mean),
            limit: format.price(level.outside === 'above' ? level.highest : level.lowest),
            days: format.number(level.days),
          }),
        ]
      : []),
    ...(errors?.beyond
      ? [
          t('errorsBeyond', {
            last: errors.last.map(({ mae }) => format.price(mae)).join('; '),
            usual: format.price(errors.usual),
            days: format.number(errors.days),
          }),
        ]
      : []),
  ];
  return texts.length > 0 && <Notice kind="warn">{[...texts, t('driftMeaning')].join(' ')}</Notice>;
}
