/** RFC 3339 in UTC; milliseconds only where there are any, so that an instant taken from an answer is exact. */
export function formatInstant(instant: number): string {
  const text = new Date(instant).toISOString();
  return text.endsWith('.000Z') ? `${text.slice(0, 19)}Z` : text;
}

export function formatOptionalInstant(instant: number | undefined): string | null {
  return instant === undefined ? null : formatInstant(instant);
}

/** A price in EUR/MWh with 2 decimals. Rounding is monotonic: p10 <= value <= p90 still holds. */
export function roundPrice(priceEurPerMwh: number): number {
  return Math.round(priceEurPerMwh * 100) / 100;
}

/** A percentage with 2 decimals. */
export function roundPercent(percent: number): number {
  return Math.round(percent * 100) / 100;
}

/** Money in EUR with 2 decimals, never a negative zero. */
export function roundMoney(eur: number): number {
  return Math.round(eur * 100) / 100 + 0;
}

/** Power in MW or energy in MWh of a site with 3 decimals, a kilowatt, never a negative zero. */
export function roundPower(megawatts: number): number {
  return Math.round(megawatts * 1000) / 1000 + 0;
}

/** Power of the whole system in MW: 1 decimal. */
export function roundSystemPower(megawatts: number): number {
  return Math.round(megawatts * 10) / 10 + 0;
}

export function roundProbability(probability: number): number {
  return Math.round(probability * 10_000) / 10_000;
}
