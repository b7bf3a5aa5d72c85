import { deliveryDayOf, localHourOf, weekdayOf } from './delivery-day.ts';
import { isFixedNationalHoliday } from './holidays.ts';

/** A period of the access tariff 2.0TD: P1 is peak, P2 is flat, P3 is valley. */
export type AccessPeriod = 'p1' | 'p2' | 'p3';

/** Where the hours of 2.0TD on a working day are the same: the peninsula with the Balearic Islands, or Ceuta and Melilla. */
export type AccessZone = 'peninsula' | 'ceuta_melilla';

/** The periods of the 24 hours of a working day. Ceuta and Melilla have P1 an hour later; P3 ends at 8 everywhere. */
const WORKING_DAY: Record<AccessZone, string> = {
  peninsula: '333333332211112222111122',
  ceuta_melilla: '333333332221111222211112',
};

const SATURDAY = 5;

/**
 * The period of the access tariff 2.0TD at an instant, by local time in Madrid. Weekends and the national holidays of a fixed date are P3;
 * Good Friday, whose date moves, is a working day. Source: Circular 3/2020 of the CNMC, article 7 (BOE-A-2020-1066).
 */
export function accessPeriodOf(instant: number, zone: AccessZone): AccessPeriod {
  const day = deliveryDayOf(instant);
  if (weekdayOf(day) >= SATURDAY || isFixedNationalHoliday(day)) return 'p3';
  return `p${WORKING_DAY[zone][localHourOf(instant)]}` as AccessPeriod;
}
