import type { Site, SiteSchedule } from '@lonja/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import type { Resolution } from '../../market/resolution.ts';
import { Figure } from '../../ui/figure.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Placeholder } from '../../ui/states.tsx';
import { DayOfSite } from './day-of-site.tsx';
import { OfDay } from './of-day.tsx';
import { PlanCharts } from './plan-charts.tsx';
import { scheduleQuery } from './query.ts';
import { scheduleColumns } from './schedule-columns.ts';

interface ScheduleProps {
  site: Site;
  date: string;
  plan: 'expected' | 'robust';
  resolution: Resolution;
  onPlan: (plan: 'expected' | 'robust') => void;
}

/** When the site should run, drawn under the prices that say so, what that is worth, and all of it as rows. */
export function Schedule({ site, date, plan, resolution, onPlan }: ScheduleProps) {
  const t = useMessages('portfolio.page');
  const schedule = useQuery({
    ...scheduleQuery(site.id, { date, plan, resolution }),
    placeholderData: keepPreviousData,
  });
  return (
    <Section
      title={t('schedule')}
      note={site.kind === 'load' ? t('planNoteLoad') : t('planNote')}
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
        {(shown) => <Planned site={site} schedule={shown} />}
      </OfDay>
    </Section>
  );
}

function Planned({ site, schedule }: { site: Site; schedule: SiteSchedule }) {
  const t = useMessages('portfolio.page');
  const columns = useMemo(() => scheduleColumns(schedule, t), [schedule, t]);
  return (
    <DayOfSite
      site={site}
      of={schedule}
      periods={schedule.periods}
      columns={columns}
      totals={<Totals schedule={schedule} />}
    >
      <PlanCharts site={site} schedule={schedule} />
    </DayOfSite>
  );
}

function Totals({ schedule: { kind, total, outcome, battery, periods } }: { schedule: SiteSchedule }) {
  const t = useMessages('portfolio.page');
  const format = useFormat();
  const eur = (value: number) => format.number(value);
  const mwh = (value: number) => `${format.number(value, 1)} MWh`;
  const usual = (limit: 'max_cycles' | 'wear_cost') =>
    battery?.defaults.includes(limit) === true ? t('usual') : '';
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-5">
      <Figure
        label={t('total')}
        value={eur(total.expected_eur)}
        unit="EUR"
        note={t('range', { low: eur(total.p10_eur), high: eur(total.p90_eur) })}
      />
      <Figure
        label={t(kind === 'load' || kind === 'hybrid' ? `unplanned_${kind}` : 'unplanned_battery')}
        value={eur(total.unplanned_eur)}
        unit="EUR"
      />
      {battery !== null && (
        <>
          <Figure
            label={t('cycles')}
            value={format.number(total.cycles, 2)}
            note={[
              t('moved', { charged: mwh(total.charged_mwh), discharged: mwh(total.discharged_mwh) }),
              t('atMost', { limit: format.number(battery.max_cycles, 2) }) + usual('max_cycles'),
            ].join(' · ')}
          />
          <Figure
            label={t('ends')}
            value={`${format.number(battery.start_mwh, 1)} → ${format.number(periods.at(-1)?.stored_mwh ?? 0, 1)}`}
            unit="MWh"
            note={`${format.percent(battery.start_soc, 0)} → ${format.percent(periods.at(-1)?.soc ?? 0, 0)}`}
          />
        </>
      )}
      {battery !== null && battery.wear_cost > 0 && (
        <Figure
          label={t('wear')}
          value={eur(total.wear_eur)}
          unit="EUR"
          note={t('wearNote', { cost: format.price(battery.wear_cost) }) + usual('wear_cost')}
        />
      )}
      {outcome !== null && (
        <Figure
          label={kind === 'load' ? t('settled') : t('earned')}
          value={eur(outcome.earned_eur)}
          unit="EUR"
          note={t('perfect', { value: eur(outcome.perfect_foresight_eur) })}
        />
      )}
    </dl>
  );
}
