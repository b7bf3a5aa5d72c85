/** The forecasts of a day, each times its weight. */
export function weightedMean(forecasts: readonly Float64Array[], weights: readonly number[]): Float64Array {
  const mean = new Float64Array(forecasts[0].length);
  forecasts.forEach((forecast, i) => {
    for (let slot = 0; slot < mean.length; slot++) mean[slot] += weights[i] * forecast[slot];
  });
  return mean;
}

/** From one forecast of a day towards another, as far as `share` says: 0 is the first, 1 the second. */
export function interpolated(one: Float64Array, other: Float64Array, share: number): Float64Array {
  return one.map((price, slot) => price + share * (other[slot] - price));
}
