/** Mean and reciprocal deviation of each feature on the training days. */
export interface Standardisation {
  means: number[];
  /** 0 for a feature that does not vary, which therefore never counts. */
  scales: number[];
}

/** Features beyond this many deviations count as this many, so that one broken input cannot carry a forecast away. */
const MAX_DEVIATIONS = 8;

/** Below this share of its mean a deviation is rounding. */
const ROUNDING = 1e-9;

export function fitStandardisation(rows: Float64Array[]): Standardisation {
  const means = Array.from(rows[0], (_, j) => rows.reduce((sum, row) => sum + row[j], 0) / rows.length);
  const scales = means.map((mean, j) => {
    const variance = rows.reduce((sum, row) => sum + (row[j] - mean) ** 2, 0) / rows.length;
    const deviation = Math.sqrt(variance);
    return deviation > Math.abs(mean) * ROUNDING ? 1 / deviation : 0;
  });
  return { means, scales };
}

export function standardise({ means, scales }: Standardisation, row: Float64Array): Float64Array {
  return row.map((value, j) =>
    Math.max(-MAX_DEVIATIONS, Math.min(MAX_DEVIATIONS, (value - means[j]) * scales[j])),
  );
}
