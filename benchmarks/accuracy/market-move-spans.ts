import path from 'node:path';
import { CHAMPION, LEAR, type Panel } from '@lonja/forecasting';
import { createMarketDays, horizonsOf, type IssuedRow, issueInTurn } from '@lonja/forecasting/backtest';
import type { ForecastPoint } from '@lonja/forecasting/data';
import { type PeriodDistribution, pointOf } from '@lonja/forecasting/distribution';
import { DAY_AHEAD } from '@lonja/forecasting/issue';
import type { DeliveryDay } from '@lonja/forecasting/market';
import { DEVELOPMENT_MARKETS, readMarket } from './development-markets.ts';
import type { MovedPeriod } from './market-move-tables.ts';
import { findShiftWeeks } from './price-shifts.ts';
import { shortHash } from './provenance.ts';
import { resumableForecasts } from './resumable-forecasts.ts';
import { readSpain2019To2023, readSpain2022To2026, rowsBetween, SPANISH_FILES } from './spanish-years.ts';

/** Most days of past errors behind one day's bounds, as the service has. */
const CALIBRATION_DAYS = 364;
const DAYS_PER_WEEK = 7;

/** Days of a market whose price level has moved in part of them. */
export interface MovingSpan {
  name: string;
  /** What is known before the auction. */
  inputs: string;
  files: string[];
  read(folder: string): Promise<Panel>;
  /** First day that is forecast, to calibrate those that are scored. */
  since: DeliveryDay;
  from: DeliveryDay;
  to: DeliveryDay;
}

const zoneOf2023 = (name: string): MovingSpan => {
  const market = DEVELOPMENT_MARKETS.find((some) => some.name === name);
  if (market === undefined) throw new Error(`There is no development market ${name}.`);
  return {
    name: `${name} 2023`,
    inputs: 'day-ahead forecasts of load, wind and sun',
    files: [market.file],
    read: (folder) => readMarket(folder, market),
    since: market.from,
    from: '2023-02-15',
    to: market.to,
  };
};
export const MOVING_SPANS: readonly MovingSpan[] = [
  {
    name: 'Spain 2021-22',
    inputs: 'day-ahead forecasts of load, and of wind and sun together; neither gas nor intraday auction',
    files: [SPANISH_FILES.sp2023, SPANISH_FILES.europe, SPANISH_FILES.panel],
    read: (folder) => readSpain2019To2023(folder),
    since: '2021-03-01',
    from: '2021-07-01',
    to: '2022-12-31',
  },
  zoneOf2023('FR'),
  zoneOf2023('DE_LU'),
  zoneOf2023('ES'),
  {
    name: 'Spain 2024',
    inputs:
      'first intraday auction and gas at the TTF; no forecasts of load, wind and sun, as none were kept',
    files: [SPANISH_FILES.europe, SPANISH_FILES.panel, SPANISH_FILES.fuels],
    read: (folder) => readSpain2022To2026(folder),
    since: '2023-09-01',
    from: '2024-01-01',
    to: '2024-12-31',
  },
];

/** Scored periods of a span with what each forecaster said. `dayFolder` keeps the forecasts of each day. */
export async function forecastSpan(
  span: MovingSpan,
  { folder, dayFolder }: { folder: string; dayFolder: string },
): Promise<MovedPeriod[]> {
  const panel = await span.read(folder);
  const isKnown = (row: number) =>
    panel.price.subarray(row * panel.slotsPerDay, (row + 1) * panel.slotsPerDay).every(Number.isFinite);
  const targets = rowsBetween(panel, span.since, span.to).filter(isKnown);
  const weeks = findShiftWeeks(panel);
  const forecastsOf = (recipe: typeof CHAMPION | typeof LEAR, rows: number[]) => {
    const file = path.join(dayFolder, `${fileName(span.name)}-${shortHash(recipe)}.f64`);
    return resumableForecasts(file, { panel, targets: rows, recipe, threadCount: 1 });
  };
  const movedRows = targets.filter((row) => weeks[row] !== undefined && panel.days[row] >= span.from);
  const lear = await forecastsOf(LEAR, movedRows);
  const champion = await forecastsOf(CHAMPION, targets);
  const first = targets.findIndex((row) => panel.days[row] >= span.from);
  const plan = {
    calibrationDays: CALIBRATION_DAYS,
    calibrationRows: targets.slice(0, first),
    scoredRows: targets.slice(first),
    targets,
  };
  const issued = new Map<number, IssuedRow['issued']['hours']>();
  const market = createMarketDays({ panel });
  const horizons = horizonsOf(champion, panel.slotsPerDay);
  for (const { row, issued: ofRow } of issueInTurn(DAY_AHEAD, market, plan, horizons))
    issued.set(row, ofRow.hours);
  const placeInLear = new Map(movedRows.map((row, i) => [row, i * panel.slotsPerDay]));
  return plan.scoredRows.flatMap((row, i) =>
    Array.from({ length: panel.slotsPerDay }, (_, slot): MovedPeriod => {
      const at = (first + i) * panel.slotsPerDay + slot;
      const { value, p10, p90 } = pointIssued(issued.get(row)?.[slot]);
      const [week, year, ...others] = champion.members.map((member) => member[at]);
      const learWindows = others.slice(0, LEAR.windows.length);
      return {
        span: span.name,
        day: panel.days[row],
        week: weeks[row],
        actual: panel.price[row * panel.slotsPerDay + slot],
        p10,
        p90,
        forecasts: {
          champion: value,
          'process, level of a week': week,
          'process, level of a year': year,
          'LEAR within the champion': learWindows.reduce((sum, value) => sum + value / learWindows.length, 0),
          'boosted trees': others[LEAR.windows.length],
          'LEAR alone': lear.combined[(placeInLear.get(row) ?? Number.NaN) + slot] ?? Number.NaN,
          'weekly naive': panel.price[(row - DAYS_PER_WEEK) * panel.slotsPerDay + slot],
        },
      };
    }),
  );
}

function pointIssued(period: PeriodDistribution | undefined): ForecastPoint {
  if (period === undefined) throw new Error('A scored day has no forecast.');
  return pointOf(period);
}

function fileName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}
