import { lengthOfComplete } from './complete-columns.ts';

/** Exponent of the norm: 1 for absolute errors, 2 for squared ones. */
export type LossNorm = 1 | 2;

/**
 * The loss of each day for one Diebold-Mariano test over whole days: the L1 or L2 norm of the day's errors.
 * `forecast` and `actual` are row-major `days x slotsPerDay`. NaN is refused.
 * Source: Lago, Marcjasz, De Schutter, Weron (2021), Applied Energy 293:116983.
 */
export function dailyLosses(
  forecast: ArrayLike<number>,
  actual: ArrayLike<number>,
  { slotsPerDay, norm }: { slotsPerDay: number; norm: LossNorm },
): Float64Array {
  const days = daysOf(lengthOfComplete({ forecast, actual }), slotsPerDay);
  const losses = new Float64Array(days);
  for (let i = 0; i < days * slotsPerDay; i++) {
    const day = Math.floor(i / slotsPerDay);
    losses[day] += Math.abs(forecast[i] - actual[i]) ** norm;
  }
  return norm === 1 ? losses : losses.map(Math.sqrt);
}

/**
 * As `dailyLosses` for days of different lengths, 23, 24 or 25 hours: `days` names the day of each value, and each run of
 * values with one name is a day.
 */
export function lossesByDay(
  forecast: ArrayLike<number>,
  actual: ArrayLike<number>,
  { days, norm }: { days: ArrayLike<string>; norm: LossNorm },
): Float64Array {
  const n = lengthOfComplete({ forecast, actual });
  if (days.length !== n) throw new RangeError(`days has ${days.length} names but forecast has ${n} values.`);
  const losses: number[] = [];
  for (let i = 0; i < n; i++) {
    if (i === 0 || days[i] !== days[i - 1]) losses.push(0);
    losses[losses.length - 1] += Math.abs(forecast[i] - actual[i]) ** norm;
  }
  return Float64Array.from(losses, norm === 1 ? undefined : Math.sqrt);
}

function daysOf(length: number, slotsPerDay: number): number {
  if (length % slotsPerDay !== 0)
    throw new RangeError(`${length} values are not whole days of ${slotsPerDay} slots.`);
  return length / slotsPerDay;
}
