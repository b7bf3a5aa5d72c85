import type { Site, SiteSchedule, SiteValuation } from '@lonja/client';
import { useMemo } from 'react';
import type { ChartSeries, TimeChartData } from '../../charts/chart-series.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import type { Translate } from '../../i18n/texts.ts';
import { useMessages } from '../../i18n/locale.ts';
import { PERIOD_MS } from '../../market/resolution.ts';
import { storedAtBoundaries } from './schedule-columns.ts';

const POWER_PX = 180;
const STORED_PX = 150;

type Texts = Translate<'portfolio.page'>;

/** Power and charge of a plan, each on an axis of its own unit. */
export function PlanCharts({ site, schedule }: { site: Site; schedule: SiteSchedule }) {
  const t = useMessages('portfolio.page');
  const { power, stored } = useMemo(() => dataOf(site, schedule, t), [site, schedule, t]);
  const { issued_at: run } = schedule;
  return (
    <>
      <TimeChart
        label={t('chartPower', { name: site.name })}
        file={{ what: `plan-power-${site.name}`, product: 'da', run }}
        data={power}
        unit="MW"
        height={POWER_PX}
        syncKey="site"
      />
      {stored !== undefined && (
        <TimeChart
          label={t('chartStored', { name: site.name })}
          file={{ what: `plan-charge-${site.name}`, product: 'da', run }}
          data={stored}
          unit="MWh"
          height={STORED_PX}
          syncKey="site"
        />
      )}
    </>
  );
}

/** What a plant feeds in by itself, and what its floor holds back, MW. */
export function PlantChart({ site, valuation }: { site: Site; valuation: SiteValuation }) {
  const t = useMessages('portfolio.page');
  const data = useMemo((): TimeChartData => {
    const { hours } = valuation;
    const own = site.kind === 'load' ? -1 : 1;
    return {
      startsMs: hours.map(({ start }) => Date.parse(start)),
      periodMs: PERIOD_MS[valuation.resolution],
      series: [
        {
          label: site.kind === 'load' ? t('drawn') : t('feedIn'),
          colour: plantColour(site),
          kind: site.kind === 'load' ? 'step' : 'stack',
          values: hours.map(({ power_mw: mw }) => (mw === 0 ? 0 : own * mw)),
        },
        ...(hours.some(({ curtailed_mw: mw }) => mw > 0) ? [curtailedOf(hours, t)] : []),
      ],
    };
  }, [site, valuation, t]);
  return (
    <TimeChart
      label={t('chartPower', { name: site.name })}
      file={{ what: `power-${site.name}`, product: 'da', run: valuation.issued_at }}
      data={data}
      unit="MW"
      height={POWER_PX}
      syncKey="site"
    />
  );
}

function dataOf(
  site: Site,
  schedule: SiteSchedule,
  t: Texts,
): { power: TimeChartData; stored: TimeChartData | undefined } {
  const startsMs = schedule.periods.map(({ start }) => Date.parse(start));
  const periodMs = PERIOD_MS[schedule.resolution];
  const boundaries = storedAtBoundaries(schedule);
  return {
    power: { startsMs, periodMs, series: powerSeries(site, schedule, t) },
    stored: boundaries && {
      startsMs: [...startsMs, (startsMs.at(-1) ?? 0) + periodMs],
      periodMs,
      areInstants: true,
      series: [{ label: t('stored'), colour: 'third', kind: 'line', values: boundaries }],
    },
  };
}

/** Charging is drawn downwards: it is taken from the grid. */
function powerSeries(site: Site, { periods }: SiteSchedule, t: Texts): ChartSeries[] {
  const bars = (label: string, colour: ChartSeries['colour'], values: number[]): ChartSeries => ({
    label,
    colour,
    kind: 'bars',
    values,
  });
  if (site.kind === 'load') {
    return [
      bars(
        t('drawn'),
        'load',
        periods.map(({ load_mw: mw }) => mw),
      ),
    ];
  }
  return [
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
    ...(site.kind === 'hybrid'
      ? [
          {
            label: t('generation'),
            colour: 'cleared' as const,
            values: periods.map(({ generation_mw: mw }) => mw),
          },
          { label: t('netPower'), colour: 'price' as const, values: periods.map(({ power_mw: mw }) => mw) },
        ]
      : []),
  ];
}

function curtailedOf(periods: readonly { curtailed_mw: number }[], t: Texts): ChartSeries {
  return {
    label: t('curtailed'),
    colour: 'other',
    kind: 'stack',
    values: periods.map(({ curtailed_mw: mw }) => mw),
  };
}

function plantColour({ kind }: Site): ChartSeries['colour'] {
  if (kind === 'load') return 'load';
  return kind === 'wind' ? 'wind' : 'solar';
}
