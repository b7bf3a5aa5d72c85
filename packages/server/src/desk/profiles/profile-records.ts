import { type DeliveryDay, deliveryPeriods, formatMadrid, TIME_ZONE } from '@lonja/forecasting/market';
import type { CsvValue } from '../../ground/http/csv.ts';
import { formatInstant, roundPower } from '../../ground/http/wire.ts';
import { type DayProfile, energyOf } from '../portfolio/day-profiles.ts';
import type { PutProfile } from './keep-profile.ts';
import type { ProfileRecord, PutProfileRecord } from './schemas.ts';

type Profiles = readonly (DayProfile & { day: DeliveryDay })[];

export function toPutProfile(
  siteId: string,
  { days }: PutProfile,
  { dryRun }: { dryRun: boolean },
): PutProfileRecord {
  return {
    site_id: siteId,
    stored: !dryRun,
    days: days.map(({ isReplaced, ...day }) => ({ ...figuresOf(day), replaces: isReplaced })),
  };
}

export function toProfile(siteId: string, days: Profiles): ProfileRecord {
  return {
    site_id: siteId,
    days: days.map((day) => ({
      ...figuresOf(day),
      uploaded_at: formatInstant(day.uploadedAt),
      mw: [...day.mw],
    })),
  };
}

function figuresOf({ day, resolution, mw }: Pick<Profiles[number], 'day' | 'resolution' | 'mw'>) {
  return {
    date: day,
    resolution,
    energy_mwh: roundPower(energyOf({ resolution, mw })),
    highest_mw: roundPower(Math.max(...mw)),
    lowest_mw: roundPower(Math.min(...mw)),
  };
}

/** As it can be uploaded again. */
export const PROFILE_CSV_COLUMNS = ['date', 'period', `start (${TIME_ZONE})`, 'mw'];

export function profileCsvRows(days: Profiles): CsvValue[][] {
  return days.flatMap(({ day, resolution, mw }) =>
    deliveryPeriods(day, resolution).map(({ start }, i) => [day, i + 1, formatMadrid(start), mw[i]]),
  );
}
