import type { BeyondCleared, SiteSchedule, SiteValuation } from '@lonja/client';
import type { Translate } from '../../i18n/texts.ts';
import type { PeriodColumn } from './period-table.tsx';

type Texts = Translate<'portfolio.page'>;

/** What the battery holds at the boundaries of the periods, MWh: one more than there are periods. Undefined for a load. */
export function storedAtBoundaries({ battery, periods }: SiteSchedule): number[] | undefined {
  return battery === null ? undefined : [battery.start_mwh, ...periods.map(({ stored_mwh: mwh }) => mwh)];
}

/** The columns of a plan: those that its kind of site has. */
export function scheduleColumns(schedule: SiteSchedule, t: Texts): PeriodColumn[] {
  const { kind, periods } = schedule;
  const stored = storedAtBoundaries(schedule);
  const mw = (title: string, values: number[]) => ({ title: `${title}, MW`, decimals: 2, values });
  return [
    ...priceColumns(periods, t),
    ...(kind === 'hybrid'
      ? [
          mw(
            t('generation'),
            periods.map((period) => period.generation_mw),
          ),
          mw(
            t('curtailed'),
            periods.map((period) => period.curtailed_mw),
          ),
          mw(
            t('batteryPower'),
            periods.map(({ charge_mw: charge, discharge_mw: discharge }) => discharge - charge),
          ),
        ]
      : []),
    mw(
      kind === 'load' ? t('drawn') : t('netPower'),
      periods.map(({ load_mw: load, power_mw: power }) => (kind === 'load' ? load : power)),
    ),
    ...(stored === undefined
      ? []
      : [
          { title: t('storedStart'), decimals: 2, values: stored.slice(0, -1) },
          { title: t('storedEnd'), decimals: 2, values: stored.slice(1) },
        ]),
    ...moneyColumns(periods, t),
  ];
}

/** The columns of what a site does by itself. */
export function valuationColumns({ kind, hours, curtailment }: SiteValuation, t: Texts): PeriodColumn[] {
  return [
    ...priceColumns(hours, t),
    {
      title: `${kind === 'load' ? t('drawn') : t('feedIn')}, MW`,
      decimals: 2,
      values: hours.map(({ power_mw: mw }) => (kind === 'load' && mw !== 0 ? -mw : mw)),
    },
    ...(curtailment === null
      ? []
      : [
          {
            title: `${t('curtailed')}, MW`,
            decimals: 2,
            values: hours.map(({ curtailed_mw: mw }) => mw),
          },
        ]),
    ...moneyColumns(hours, t),
  ];
}

function priceColumns(
  periods: readonly (Pick<SiteSchedule['periods'][number], 'price' | 'price_p10' | 'price_p90'> & {
    beyond_cleared?: BeyondCleared;
  })[],
  t: Texts,
): PeriodColumn[] {
  const of = (title: string, values: number[], isInFileOnly: boolean) => ({
    title: `${title}, EUR/MWh`,
    decimals: 2,
    values,
    isInFileOnly,
  });
  return [
    {
      ...of(
        t('priceOf'),
        periods.map(({ price }) => price),
        false,
      ),
      sides: periods.map((period) => period.beyond_cleared?.value),
    },
    of(
      `${t('priceOf')} p10`,
      periods.map(({ price_p10: price }) => price),
      true,
    ),
    of(
      `${t('priceOf')} p90`,
      periods.map(({ price_p90: price }) => price),
      true,
    ),
  ];
}

function moneyColumns(
  periods: readonly {
    expected_eur: number;
    p10_eur: number;
    p90_eur: number;
    settled_eur: number | null;
  }[],
  t: Texts,
): PeriodColumn[] {
  const of = (title: string, values: (number | null)[], isInFileOnly: boolean) => ({
    title: `${title}, EUR`,
    decimals: 2,
    values,
    isInFileOnly,
  });
  const hasCleared = periods.some(({ settled_eur: eur }) => eur !== null);
  return [
    of(
      t('expected'),
      periods.map(({ expected_eur: eur }) => eur),
      false,
    ),
    of(
      'p10',
      periods.map(({ p10_eur: eur }) => eur),
      true,
    ),
    of(
      'p90',
      periods.map(({ p90_eur: eur }) => eur),
      true,
    ),
    ...(hasCleared
      ? [
          of(
            t('settled'),
            periods.map(({ settled_eur: eur }) => eur),
            false,
          ),
        ]
      : []),
  ];
}
