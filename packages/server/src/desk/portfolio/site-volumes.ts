import {
  addDays,
  dayStart,
  deliveryPeriods,
  HOUR_MS,
  installedCapacityMw,
  periodMs,
  type RenewableTechnology,
  usualSolarShare,
} from '@lonja/forecasting/market';
import { hourlyValues } from '@lonja/forecasting/data';
import { AppError } from '../../ground/errors.ts';
import { readSeries } from '../../market/observations/observations.ts';
import type { SiteOnDay } from './day-profiles.ts';
import type { Site } from './site-store.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { ESTIMATE_DAYS, estimateQuantity } from '@lonja/forecasting/power';
import { modelSeriesOf } from '../../market/observations/quantities.ts';
import type { PriceOutlook } from './read-outlook.ts';

/** What the hourly power of a site rests on. */
export type VolumeSource =
  | 'uploaded_profile'
  | 'profile'
  | 'national_forecast'
  | 'solar_geometry'
  | 'flat'
  | 'plan';

/** Power of a site by period, MW, never negative: of what a plant generates or a load takes. */
export interface SiteVolumes {
  mw: Float64Array;
  source: VolumeSource;
}

/** Reads what plants and loads that nobody steers do on the day of an outlook; national figures are read once. */
export function createVolumes(context: ReadContext, outlook: PriceOutlook) {
  const national = new Map<RenewableTechnology, Promise<Float64Array | undefined>>();

  return {
    /** What the plant of a site generates: what was uploaded of the day, else its profile, else its share of the national forecast, else by the sun. */
    async ofPlant(site: SiteOnDay): Promise<SiteVolumes> {
      if (site.uploaded !== undefined) return fromUpload(site.uploaded, site, outlook);
      if (site.profile !== null) return fromProfile(site.profile, site, outlook);
      const technology = technologyOf(site);
      const known = national.get(technology) ?? readFleetShares(context, technology, outlook);
      national.set(technology, known);
      const shares = await known;
      if (shares !== undefined) {
        return { mw: shares.map((share) => share * site.capacity_mw), source: 'national_forecast' };
      }
      const { latitude, longitude } = site;
      if (technology === 'wind' || latitude === null || longitude === null) {
        throw new AppError(
          'not_found',
          `No national forecast of ${technology} power is known for ${outlook.day}; give the site a profile.`,
        );
      }
      return {
        mw: Float64Array.from(outlook.periods, ({ start }) => {
          const middle = start + (outlook.periodHours * HOUR_MS) / 2;
          return site.capacity_mw * usualSolarShare(middle, { latitude, longitude });
        }),
        source: 'solar_geometry',
      };
    },

    /** What a load takes when nobody shifts it: as uploaded, by its profile or evenly, and its energy of the day where it has one. */
    ofLoad(site: SiteOnDay): SiteVolumes {
      const { periods, periodHours } = outlook;
      if (site.uploaded !== undefined) return fromUpload(site.uploaded, site, outlook);
      const volumes: SiteVolumes =
        site.profile === null
          ? { mw: Float64Array.from(periods, () => site.capacity_mw), source: 'flat' }
          : fromProfile(site.profile, site, outlook);
      if (site.energy_mwh === null) return volumes;
      const energy = periodHours * volumes.mw.reduce((sum, mw) => sum + mw, 0);
      const factor = energy > 0 ? site.energy_mwh / energy : 0;
      return { ...volumes, mw: volumes.mw.map((mw) => mw * factor) };
    },
  };
}

function fromProfile(profile: readonly number[], site: Site, { periods }: PriceOutlook): SiteVolumes {
  return {
    mw: Float64Array.from(periods, ({ hour }) => profile[hour] * site.capacity_mw),
    source: 'profile',
  };
}

/** Power by period of what was uploaded: a quarter hour has that of its hour, an hour the mean of its quarters. */
function fromUpload(
  { resolution, mw }: NonNullable<SiteOnDay['uploaded']>,
  site: Site,
  { day, periods, periodHours }: PriceOutlook,
): SiteVolumes {
  const uploadedMs = periodMs(resolution);
  const askedMs = Math.max(periodHours * HOUR_MS, uploadedMs);
  const sums = new Map<number, number>();
  deliveryPeriods(day, resolution).forEach(({ start }, i) => {
    const at = start - (start % askedMs);
    // The power of the site may have been lowered since.
    const power = Math.min(mw[i], site.capacity_mw);
    sums.set(at, (sums.get(at) ?? 0) + (power * uploadedMs) / askedMs);
  });
  return {
    mw: Float64Array.from(periods, ({ start }) => sums.get(start - (start % askedMs)) ?? 0),
    source: 'uploaded_profile',
  };
}

function technologyOf({ kind, technology }: Site): RenewableTechnology {
  return kind === 'wind' || (kind === 'hybrid' && technology === 'wind') ? 'wind' : 'solar';
}

/**
 * Share of its capacity that the country's fleet gives in each period, 0..1: the system operator's forecast, for hours that it says
 * nothing of the service's own, and where no model has spoken the mean of earlier days. Undefined where none is known for the whole day.
 */
async function readFleetShares(
  { db }: ReadContext,
  technology: RenewableTechnology,
  { day, run, periods }: PriceOutlook,
): Promise<Float64Array | undefined> {
  const window = {
    from: dayStart(addDays(day, -ESTIMATE_DAYS)),
    to: dayStart(addDays(day, 1)),
    // What becomes known later changes nothing of what a run says; the own forecasts that belong to it come until it is published.
    asOf: run.publishedAt,
  };
  const [forecastKey, actualKey] = [`${technology}.forecast`, `${technology}.actual`];
  const modelKey = modelSeriesOf(technology);
  const series = await readSeries(db, {
    keys: [forecastKey, modelKey, actualKey],
    dataOrigin: run.dataOrigin,
    ...window,
  });
  const forecast = series.get(forecastKey) ?? [];
  const forecasts = hourlyValues([...forecast, ...(series.get(modelKey) ?? [])], window);
  const history = hourlyValues([...(series.get(actualKey) ?? []), ...forecast], window);
  const capacityMw = installedCapacityMw(technology, day);
  const shares = Float64Array.from(periods, (period) => {
    const start = period.start - (period.start % HOUR_MS);
    const mw = forecasts.get(start) ?? estimateQuantity(technology, history, { start, day }) ?? Number.NaN;
    return Math.min(Math.max(mw / capacityMw, 0), 1);
  });
  return shares.some(Number.isNaN) ? undefined : shares;
}
