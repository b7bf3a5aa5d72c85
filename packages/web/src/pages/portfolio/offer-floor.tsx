import type { Curtailment } from '@lonja/client';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Figure } from '../../ui/figure.tsx';

interface OfferFloorProps {
  curtailment: Curtailment;
  /** That of the site; null: it has none. */
  own: number | null;
}

/** What a plant's lowest price is worth to it: the day with it and without. */
export function OfferFloor({ curtailment, own }: OfferFloorProps) {
  const t = useMessages('portfolio.page');
  const format = useFormat();
  const { offer_floor: floor, with_floor: held, without_floor: free } = curtailment;
  const range = ({ p10_eur: low, p90_eur: high }: Curtailment['with_floor']) =>
    t('range', { low: format.number(low), high: format.number(high) });
  return (
    <div className="grid gap-2">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <Figure
          label={t('withFloor', { floor: format.number(floor, Number.isInteger(floor) ? 0 : 2) })}
          value={format.number(held.expected_eur)}
          unit="EUR"
          note={range(held)}
        />
        <Figure
          label={t('withoutFloor')}
          value={format.number(free.expected_eur)}
          unit="EUR"
          note={range(free)}
        />
        <Figure
          label={t('curtailedWith')}
          value={format.number(curtailment.curtailed_mwh, 1)}
          unit="MWh"
          note={t('curtailedHours', { hours: format.number(curtailment.curtailed_hours, 1) })}
        />
      </dl>
      <p className="text-sm text-faint">{own === null ? t('floorUnset') : t('floorSet')}</p>
    </div>
  );
}
