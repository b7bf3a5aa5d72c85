import type { EpfData } from '@lonja/forecasting';
import { type DeliveryDay, dayRange, nationalHolidaysAmong } from '@lonja/forecasting/market';
import type { ObservedPeriod } from '@lonja/forecasting/backtest';

const HOURS_PER_DAY = 24;
const INPUTS = ['load_fc_d1', 'wind_fc_d1', 'solar_fc_d1'];

/** For each input what has been published of the past: the schedule of load, measured wind and sun. */
const PAST_INPUTS = ['load_prog_545', 'wind_act_551', 'solar_act'];

/** Days before the first forecast on which they stand in; a year, chosen on July and August 2025. */
const STAND_IN_DAYS = 365;

/**
 * Reads the Spanish panel from day `from` on: the price, the day-ahead forecasts of load, wind and solar, and national holidays. In the year before the
 * first of an input's forecasts (`standInDays`), what was published of those days afterwards stands in; NaN where there is neither.
 * On the grid of 24 hours the hour that a day lacks is the mean of its neighbours and the hour that occurs twice the mean of
 * what is known of the two.
 */
export function parseSpanishPanel(
  text: string,
  from: string,
  { standInDays = STAND_IN_DAYS }: { standInDays?: number } = {},
): Pick<EpfData, 'panel' | 'periods'> {
  const { days, rows, slots, numbers, grid } = readGrid(text, from);
  const prices = numbers('da_price_es');
  const inputGrid = (forecast: string, past: string): Float64Array => {
    const values = grid(forecast);
    const first = values.findIndex(Number.isFinite);
    const to = first - (first % HOURS_PER_DAY);
    const since = Math.max(0, to - standInDays * HOURS_PER_DAY);
    values.set(grid(past).subarray(since, to), since);
    return values;
  };
  const periods = rows.flatMap((time, i): ObservedPeriod[] =>
    Number.isNaN(prices[i])
      ? []
      : [
          {
            time,
            row: Math.floor(slots[i] / HOURS_PER_DAY),
            slot: slots[i] % HOURS_PER_DAY,
            price: prices[i],
          },
        ],
  );
  return {
    panel: {
      days,
      slotsPerDay: HOURS_PER_DAY,
      price: grid('da_price_es'),
      exogenous: INPUTS.map((name, i) => ({ name, values: inputGrid(name, PAST_INPUTS[i]) })),
      holidays: nationalHolidaysAmong(days),
    },
    periods,
  };
}

/** The prices of the first intraday auction on the grid of the given days, which follow each other. */
export function readFirstIntraday(text: string, days: DeliveryDay[]): Float64Array {
  return readColumn(text, days, 'ida1_price_es');
}

/** A column of the panel by its name, on the grid of the given days, which follow each other. */
export function readColumn(text: string, days: DeliveryDay[], name: string): Float64Array {
  const { grid } = readGrid(text, days[0]);
  return grid(name).subarray(0, days.length * HOURS_PER_DAY);
}

/** The panel's rows from day `from` on: their local starts, slots of the grid, and columns by name as they are and on the grid. */
function readGrid(text: string, from: string) {
  const [header, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
  const time = header.indexOf('local_start');
  // The source's name, the only cell with a comma of its own, stands behind all that is read here.
  const rows = lines.filter((cells) => cells[time] >= from);
  const days = dayRange(from, rows[rows.length - 1][time].slice(0, 10));
  const rowOfDay = new Map(days.map((day, row) => [day, row]));
  const slots = rows.map(
    (cells) =>
      (rowOfDay.get(cells[time].slice(0, 10)) ?? 0) * HOURS_PER_DAY + Number(cells[time].slice(11, 13)),
  );
  const numbers = (name: string) => {
    const column = header.indexOf(name);
    return rows.map((cells) => (cells[column] === '' ? Number.NaN : Number(cells[column])));
  };
  const grid = (name: string) => level(numbers(name), slots, days.length * HOURS_PER_DAY);
  return { days, rows: rows.map((cells) => cells[time]), slots, numbers, grid };
}

function level(values: number[], slots: number[], length: number): Float64Array {
  const sums = new Float64Array(length);
  const known = new Float64Array(length);
  const there = new Set(slots);
  values.forEach((value, i) => {
    if (Number.isNaN(value)) return;
    sums[slots[i]] += value;
    known[slots[i]] += 1;
  });
  const means = sums.map((sum, slot) => sum / known[slot]);
  return means.map((mean, slot) => (there.has(slot) ? mean : (means[slot - 1] + means[slot + 1]) / 2));
}
