export interface Place {
  latitude: number;
  longitude: number;
  /** Shares of the country's load, wind and solar capacity that the place stands for; each column adds up to 1. */
  load: number;
  wind: number;
  solar: number;
}

/**
 * Points of Spain, weighted by eye after the population and the installed wind and solar capacity of the regions around them.
 * Only the sums over all points are used.
 */
export const PLACES: readonly Place[] = [
  { latitude: 40.42, longitude: -3.7, load: 0.24, wind: 0.02, solar: 0.04 },
  { latitude: 41.39, longitude: 2.17, load: 0.2, wind: 0.05, solar: 0.02 },
  { latitude: 39.47, longitude: -0.38, load: 0.14, wind: 0.05, solar: 0.03 },
  { latitude: 37.39, longitude: -5.98, load: 0.16, wind: 0.09, solar: 0.25 },
  { latitude: 43.26, longitude: -2.93, load: 0.1, wind: 0.02, solar: 0.01 },
  { latitude: 41.65, longitude: -0.89, load: 0.04, wind: 0.22, solar: 0.1 },
  { latitude: 41.65, longitude: -4.72, load: 0.05, wind: 0.22, solar: 0.09 },
  { latitude: 38.99, longitude: -1.86, load: 0.03, wind: 0.16, solar: 0.2 },
  { latitude: 42.88, longitude: -8.54, load: 0.03, wind: 0.16, solar: 0.01 },
  { latitude: 38.88, longitude: -6.97, load: 0.01, wind: 0.01, solar: 0.25 },
];
