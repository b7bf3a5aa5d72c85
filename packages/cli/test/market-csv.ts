import {
  type DeliveryDay,
  dayRange,
  deliveryPeriods,
  formatMadrid,
  weekdayOf,
} from '@lonja/forecasting/market';

/** A made-up market in the EPF layout with offsets: days of 23, 24 and 25 hours as Madrid has them. */
export function marketCsv(from: DeliveryDay, to: DeliveryDay): string {
  const rows = dayRange(from, to).flatMap((day) =>
    deliveryPeriods(day, 'PT1H').map(({ start, hour }) => {
      const load =
        25_000 + 4_000 * Math.sin(hour / 4) - (weekdayOf(day) > 4 ? 3_000 : 0) + 500 * Math.sin(start / 5e7);
      const price = load / 400 + 6 * Math.sin(start / 3e7) + 3 * Math.sin(start);
      return `${formatMadrid(start).replace('T', ' ')},${price.toFixed(2)},${load.toFixed(0)}`;
    }),
  );
  return ['time,price,load forecast', ...rows, ''].join('\n');
}
