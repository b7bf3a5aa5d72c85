/** The forecasts of a day, each times its weight. */
export function weightedMean(forecasts: readonly Float64Array[], weights: readonly number[]): Float64Array {
  const mean = new Float64Array(forecasts[0].length);
  forecasts.forEach((forecast, i) => {
    for (let slot = 0; slot < mean.length; slot++) mean[slot] += weights[i] * forecast[slot];
  });
  return mean;
}
