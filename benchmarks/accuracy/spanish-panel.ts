import { type EpfData, type ObservedPeriod, dayRange } from '@lonja/forecasting';

const HOURS_PER_DAY = 24;
const INPUTS = ['load_fc_d1', 'wind_fc_d1', 'solar_fc_d1'];

/**
 * Reads the Spanish panel from day `from` on: the price and the day-ahead forecasts of load, wind and solar, NaN where there was none.
 * On the grid of 24 hours the hour that a day lacks is the mean of its neighbours and the hour that occurs twice the mean of the two.
 */
export function parseSpanishPanel(text: string, from: string): EpfData {
  const [header, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
  const place = (name: string) => header.indexOf(name);
  const [time, price, ...inputs] = ['local_start', 'da_price_es', ...INPUTS].map(place);
  // The source's name, the only cell with a comma of its own, stands behind all that is read here.
  const rows = lines.filter((cells) => cells[time] >= from);
  const days = dayRange(from, rows[rows.length - 1][time].slice(0, 10));
  const rowOfDay = new Map(days.map((day, row) => [day, row]));
  const slots = rows.map(
    (cells) =>
      (rowOfDay.get(cells[time].slice(0, 10)) ?? 0) * HOURS_PER_DAY + Number(cells[time].slice(11, 13)),
  );
  const numbers = (column: number) =>
    rows.map((cells) => (cells[column] === '' ? Number.NaN : Number(cells[column])));
  const grid = (column: number) => level(numbers(column), slots, days.length * HOURS_PER_DAY);
  const prices = numbers(price);
  const periods = rows.flatMap((cells, i): ObservedPeriod[] =>
    Number.isNaN(prices[i])
      ? []
      : [
          {
            time: cells[time],
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
      price: grid(price),
      exogenous: INPUTS.map((name, i) => ({ name, values: grid(inputs[i]) })),
    },
    periods,
  };
}

function level(values: number[], slots: number[], length: number): Float64Array {
  const sums = new Float64Array(length);
  const counts = new Float64Array(length);
  values.forEach((value, i) => {
    sums[slots[i]] += value;
    counts[slots[i]] += 1;
  });
  const means = sums.map((sum, slot) => sum / counts[slot]);
  return means.map((mean, slot) => (counts[slot] === 0 ? (means[slot - 1] + means[slot + 1]) / 2 : mean));
}
