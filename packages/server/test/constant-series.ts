import { dayStart, HOUR_MS } from '@lonja/forecasting/market';
import type { Series } from '@lonja/forecasting/data';

/** One value for every hour of some days. */
export function hours(
  key: string,
  span: { from: string; days: number },
  value: number,
  availableAt: number,
): Series {
  const first = dayStart(span.from);
  const count = span.days * 24;
  return {
    key,
    unit: 'MW',
    resolution: 'PT1H',
    start: Float64Array.from({ length: count }, (_, i) => first + i * HOUR_MS),
    value: new Float64Array(count).fill(value),
    availableAt: new Float64Array(count).fill(availableAt),
  };
}
