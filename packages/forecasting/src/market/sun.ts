import { MARKETS } from './installed-markets.ts';

/** Degrees north and east. */
export interface Place {
  latitude: number;
  longitude: number;
}

/**
 * Sine of the sun's elevation over a place, or where the market's plants are, 0 below the horizon, at an instant in hours since 1970-01-01T00Z. Declination and
 * equation of time after Spencer (1971), to about 0.01.
 */
export function sineOfSolarElevation(
  hoursSinceEpoch: number,
  { latitude, longitude }: Place = MARKETS[0].plants,
): number {
  const latitudeRad = (latitude * Math.PI) / 180;
  const phase = (2 * Math.PI * hoursSinceEpoch) / (24 * 365.2422);
  const declination =
    0.006918 -
    0.399912 * Math.cos(phase) +
    0.070257 * Math.sin(phase) -
    0.006758 * Math.cos(2 * phase) +
    0.000907 * Math.sin(2 * phase);
  const equationOfTimeHours =
    (12 / Math.PI) *
    (0.000075 +
      0.001868 * Math.cos(phase) -
      0.032077 * Math.sin(phase) -
      0.014615 * Math.cos(2 * phase) -
      0.040849 * Math.sin(2 * phase));
  const solarHour = (hoursSinceEpoch % 24) + longitude / 15 + equationOfTimeHours;
  const hourAngle = ((solarHour - 12) * Math.PI) / 12;
  const sine =
    Math.sin(latitudeRad) * Math.sin(declination) +
    Math.cos(latitudeRad) * Math.cos(declination) * Math.cos(hourAngle);
  return Math.max(0, sine);
}

/** Global horizontal irradiance of a cloudless sky in W/m2 (Haurwitz 1945). */
export function clearSkyIrradiance(sineOfElevation: number): number {
  return sineOfElevation <= 0 ? 0 : 1098 * sineOfElevation * Math.exp(-0.057 / sineOfElevation);
}
