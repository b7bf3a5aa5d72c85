import type { BatteryStatistics } from '@lonja/client';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { MARKET_KEY } from '../../api/live-updates.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import type { MarketId } from '../../market/market.ts';
import type { MARKETS } from '../../market/products.ts';
import { Figure } from '../../ui/figure.tsx';
import { EmptyState, Placeholder, QueryView } from '../../ui/states.tsx';
import { useSeen } from '../../ui/use-seen.ts';
import type { AccuracyBasis } from './route.ts';

interface BatteryProps {
  market_id: MarketId;
  market: (typeof MARKETS)[keyof typeof MARKETS];
  basis: AccuracyBasis;
  date_from: string;
  date_to: string;
}

/** What a battery earned by the forecasts, between what it does without any and what it would with prices known. */
export function Battery(input: BatteryProps) {
  const t = useMessages('accuracy.page');
  const [ref, isSeen] = useSeen<HTMLDivElement>();
  const query = useQuery({
    queryKey: [MARKET_KEY, 'battery', input],
    queryFn: ({ signal }) => client.statistics.battery(input, { signal }),
    enabled: isSeen,
  });
  return (
    <Section title={t('battery')} note={t('batteryNote')}>
      <div ref={ref} className={isSeen ? undefined : 'h-32'}>
        {isSeen && (
          <QueryView query={query} placeholder={<Placeholder className="h-32" />}>
            {(data) => <Earnings data={data} />}
          </QueryView>
        )}
      </div>
    </Section>
  );
}

function Earnings({ data }: { data: BatteryStatistics }) {
  const t = useMessages('accuracy.page');
  const format = useFormat();
  const { battery, floor, forecast, optimum, captured, gap, day_counts: days } = data;
  if (floor === null || forecast === null || optimum === null) return <EmptyState text={t('batteryEmpty')} />;
  const unit = t('perYear');
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-8 gap-y-4 sm:grid-cols-4">
        <Figure label={t('floor')} value={format.number(floor)} unit={unit} note={t('floorNote')} />
        <Figure
          label={t('byForecast')}
          value={format.number(forecast)}
          unit={unit}
          note={captured !== null && t('ofOptimum', { percent: format.percent(captured) })}
        />
        <Figure label={t('optimum')} value={format.number(optimum)} unit={unit} note={t('optimumNote')} />
        {gap !== null && (
          <Figure
            label={t('gapShare')}
            value={format.percent(gap.share)}
            note={
              gap.interval === null
                ? t('gapNoInterval')
                : t('gapInterval', {
                    level: format.number(gap.interval.level),
                    low: format.number(gap.interval.low, 1),
                    high: format.number(gap.interval.high, 1),
                  })
            }
          />
        )}
      </dl>
      <p className="text-sm text-soft">
        {t('batteryOf', {
          power: format.number(battery.power_mw),
          energy: format.number(battery.energy_mwh),
          efficiency: format.percent(battery.efficiency * 100, 0),
          wear: format.number(battery.wear_eur_per_mwh),
        })}{' '}
        {t('batteryDays', { counted: format.number(days.counted), asked: format.number(days.asked) })}
      </p>
    </>
  );
}
