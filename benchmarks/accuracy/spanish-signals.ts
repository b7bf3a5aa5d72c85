import type { ExogenousColumn, Panel } from '@lonja/forecasting';
import { addDays, dayStart, instantOf } from '@lonja/forecasting/market';
import { type Series, changesKnownAt, costSignal, laterAuctionSignal } from '@lonja/forecasting/data';
import { readFirstIntraday } from './spanish-panel.ts';

/** Whether slot h holds the hour that starts at h or the one that ends then: SP_2023.csv has prices of the hour before. */
export type HourStamps = 'start' | 'end';

/**
 * What the Spanish market had said at noon before each day of a panel since the prices of the day before came out: the first intraday
 * session or auction of the day before, which clears some hours after them, and the settlement of gas at the TTF, which is taken to be
 * known from the midnight after its day on. `panelText` is the hourly panel, `fuelsText` the daily prices of fuels, `stamps` says what the
 * panel's slots are named by.
 */
export function spanishSignals(
  panel: Panel,
  { panelText, fuelsText, stamps }: { panelText: string; fuelsText: string; stamps: HourStamps },
): ExogenousColumn[] {
  const noons = panel.days.map((day) => instantOf(addDays(day, -1), '12:00'));
  const changes = changesKnownAt([readGas(fuelsText)], noons);
  const starting = readFirstIntraday(panelText, panel.days);
  const intraday = stamps === 'start' ? starting : starting.map((_, i) => starting[i - 1] ?? Number.NaN);
  return [
    { name: 'price.ida1', values: laterAuctionSignal(panel, intraday) },
    { name: 'gas.price', values: costSignal(panel, changes) },
  ];
}

/** Settlements of gas at the TTF from the daily prices of fuels, each taken to be known from the midnight after its day on. */
export function readGas(text: string): Series {
  const [header, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
  const [date, price] = ['date', 'ttf_eur_mwh_gaslytics'].map((name) => header.indexOf(name));
  const settled = lines
    .filter((cells) => cells[price] !== '')
    .toSorted((a, b) => (a[date] < b[date] ? -1 : 1));
  return {
    key: 'gas.price',
    unit: 'EUR/MWh',
    resolution: 'P1D',
    start: Float64Array.from(settled, (cells) => dayStart(cells[date])),
    value: Float64Array.from(settled, (cells) => Number(cells[price])),
    availableAt: Float64Array.from(settled, (cells) => dayStart(addDays(cells[date], 1))),
  };
}
