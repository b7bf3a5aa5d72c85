import type { Site, SiteSchedule } from '@lonja/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ChartSeries, TimeChartData } from '../../charts/chart-series.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import { commonMessages } from '../../i18n/common-messages.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import { Figure } from '../../ui/figure.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Placeholder } from '../../ui/states.tsx';
import { Grounds } from './grounds.tsx';
import { messages } from './messages.ts';
import { OfDay } from './of-day.tsx';
import { scheduleQuery } from './query.ts';

interface ScheduleProps {
  site: Site;
  date: string;
  plan: 'expected' | 'robust';
  onPlan: (plan: 'expected' | 'robust') => void;
}

const PRICE_PX = 220;
const POWER_PX = 200;

/** When the site should run, drawn under the prices that say so. */
export function Schedule({ site, date, plan, onPlan }: ScheduleProps) {
  const t = useMessages(messages);
  const schedule = useQuery({ ...scheduleQuery(site.id, date, plan), placeholderData: keepPreviousData });
  return (
    <Section
      title={t('schedule')}
      note={t('planNote')}
      actions={
        <Segmented
          label={t('plan')}
          value={plan}
          choices={[
            { value: 'expected', label: t('planExpected') },
            { value: 'robust', label: t('planRobust') },
          ]}
          onChange={onPlan}
        />
      }
    >
      <OfDay query={schedule} placeholder={<Placeholder className="h-[30rem]" />}>
        {(shown) => (
          <>
            <Grounds of={shown} />
            <Totals schedule={shown} />
            <PlanCharts schedule={shown} name={site.name} />
          </>
        )}
      </OfDay>
    </Section>
  );
}

function Totals({ schedule: { total, outcome } }: { schedule: SiteSchedule }) {
  const t = useMessages(messages);
  const format = useFormat();
  const eur = (value: number) => format.number(value);
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
      <Figure
        label={t('total')}
        value={eur(total.expected_eur)}
        unit="EUR"
        note={t('range', { low: eur(total.p10_eur), high: eur(total.p90_eur) })}
      />
      <Figure label={t('unplanned')} value={eur(total.unplanned_eur)} unit="EUR" />
      <Figure
        label={t('cycles')}
        value={format.number(total.cycles, 2)}
        note={`${format.number(total.discharged_mwh, 1)} MWh`}
      />
      {outcome !== null && (
        <Figure
          label={t('earned')}
          value={eur(outcome.earned_eur)}
          unit="EUR"
          note={t('perfect', { value: eur(outcome.perfect_foresight_eur) })}
        />
      )}
    </dl>
  );
}

function PlanCharts({ schedule, name }: { schedule: SiteSchedule; name: string }) {
  const t = useMessages(messages);
  const common = useMessages(commonMessages);
  const { prices, power } = useMemo(() => {
    const { periods } = schedule;
    const axis = {
      startsMs: periods.map(({ start }) => Date.parse(start)),
      periodMs: schedule.resolution === 'PT15M' ? 900_000 : 3_600_000,
    };
    const hasCleared = periods.some(({ cleared_price: price }) => price !== null);
    const isLoad = schedule.kind === 'load';
    return {
      prices: {
        ...axis,
        bands: [
          {
            label: t('band'),
            colour: 'band',
            low: periods.map(({ price_p10: low }) => low),
            high: periods.map(({ price_p90: high }) => high),
          },
        ],
        series: [
          { label: t('priceOf'), colour: 'price', values: periods.map(({ price }) => price) },
          ...(hasCleared
            ? [
                {
                  label: t('cleared'),
                  colour: 'cleared',
                  values: periods.map((one) => one.cleared_price),
                } as const,
              ]
            : []),
        ],
      } satisfies TimeChartData,
      power: {
        ...axis,
        series: isLoad
          ? [
              bars(
                t('drawn'),
                'load',
                periods.map(({ load_mw: mw }) => mw),
              ),
            ]
          : [
              bars(
                t('discharge'),
                'second',
                periods.map(({ discharge_mw: mw }) => mw),
              ),
              bars(
                t('charge'),
                'flow',
                periods.map(({ charge_mw: mw }) => (mw === 0 ? 0 : -mw)),
              ),
              {
                label: t('stored'),
                hasOwnUnit: true,
                colour: 'third',
                values: periods.map(({ stored_mwh: mwh }) => mwh),
              },
            ],
      } satisfies TimeChartData,
    };
  }, [schedule, t]);
  return (
    <>
      <TimeChart
        label={t('chartPrice', { name })}
        file={{ what: `plan-prices-${name}`, product: 'da', run: schedule.issued_at }}
        data={prices}
        unit={common('unit')}
        height={PRICE_PX}
        syncKey="plan"
      />
      <TimeChart
        label={t('chartPower', { name })}
        file={{ what: `plan-power-${name}`, product: 'da', run: schedule.issued_at }}
        data={power}
        unit="MW"
        height={POWER_PX}
        syncKey="plan"
      />
    </>
  );
}

function bars(label: string, colour: ChartSeries['colour'], values: number[]): ChartSeries {
  return { label, colour, kind: 'bars', values };
}
