/** Which points an endpoint wants in its events. */
export interface WantedPoints {
  /** Percents of the quantiles that points of forecasts are sent with. */
  quantiles: number[];
  resolution: 'PT1H' | 'PT15M';
}

/** The points of events as they are stored. */
export const AS_STORED: WantedPoints = { quantiles: [], resolution: 'PT1H' };
