import { type DeliveryDay, dayNumber } from './delivery-day.ts';
import { fractionalYear } from './fractional-year.ts';
import { interpolate } from '../linalg/interpolate.ts';

/** What installed capacity is known of. */
export type RenewableTechnology = 'solar' | 'wind';

/**
 * Installed capacity of the Spanish peninsula at the beginning of a year, MW; solar is photovoltaic. To 2025 rounded from Red Eléctrica's
 * national statistical series (REData, "Potencia instalada"); from 2026 on an assumption of steady growth. Between the years that are
 * listed it grows along a straight line.
 */
export const INSTALLED_MW: Record<RenewableTechnology, readonly (readonly [year: number, mw: number])[]> = {
  wind: [
    [2015, 22_800],
    [2019, 23_500],
    [2021, 27_000],
    [2024, 30_600],
    [2026, 32_500],
    [2030, 38_000],
    [2041, 50_000],
  ],
  solar: [
    [2015, 4_600],
    [2019, 4_800],
    [2020, 8_500],
    [2022, 15_000],
    [2023, 20_500],
    [2024, 25_800],
    [2025, 31_500],
    [2026, 37_500],
    [2028, 43_000],
    [2031, 49_000],
    [2041, 70_000],
  ],
};

/** Installed capacity of the Spanish peninsula's solar or wind plants on a day, MW; level before 2015 and after 2041. */
export function installedCapacityMw(technology: RenewableTechnology, day: DeliveryDay): number {
  return interpolate(INSTALLED_MW[technology], fractionalYear(dayNumber(day)));
}
