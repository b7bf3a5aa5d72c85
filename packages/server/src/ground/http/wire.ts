/** RFC 3339 in UTC; milliseconds only where there are any, so that an instant taken from an answer is exact. */
export function formatInstant(instant: number): string {
  const text = new Date(instant).toISOString();
  return text.endsWith('.000Z') ? `${text.slice(0, 19)}Z` : text;
}

export function formatOptionalInstant(instant: number | undefined): string | null {
  return instant === undefined ? null : formatInstant(instant);
}

type OnWire<T> = {
  [K in keyof T]: T[K] extends Date ? string : T[K] extends Date | null ? string | null : T[K];
};

/** A row whose columns have the names of the wire, with its instants as text. The cast is right: nothing but instants is changed. */
export function onWire<T extends object>(row: T): OnWire<T> {
  const entries = Object.entries(row).map(([name, value]: [string, unknown]) => [
    name,
    value instanceof Date ? formatInstant(value.getTime()) : value,
  ]);
  return Object.fromEntries(entries) as OnWire<T>;
}

/** The fields of a body that are there: of a change, those that are absent stay as they are. The cast is right: what is undefined is left out. */
export function given<T extends object>(body: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(body).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}

/** Wide enough for the error of a sum of binary fractions, far narrower than what a mean of whole cents can differ from a half. */
const HALF_TOLERANCE = 1e-6;
const RELATIVE_TOLERANCE = 8 * Number.EPSILON;

/**
 * Rounds as decimal arithmetic does: halves go away from zero (127.075 to 127.08, -127.075 to -127.08), whatever the nearest binary
 * fraction is, and nothing becomes a negative zero. Exact for means of up to 100,000 values of that many decimals; monotonic.
 */
export function roundHalfAway(value: number, decimals: number): number {
  const unit = 10 ** decimals;
  const scaled = Math.abs(value) * unit;
  const whole = Math.floor(scaled * (1 + RELATIVE_TOLERANCE) + 0.5 + HALF_TOLERANCE);
  return (Math.sign(value) * whole) / unit + 0;
}

/** A price in EUR/MWh with 2 decimals. Rounding is monotonic: p10 <= value <= p90 still holds. */
export function roundPrice(priceEurPerMwh: number): number {
  return roundHalfAway(priceEurPerMwh, 2);
}

/** A percentage with 2 decimals. */
export function roundPercent(percent: number): number {
  return roundHalfAway(percent, 2);
}

/** Money in EUR with 2 decimals. */
export function roundMoney(eur: number): number {
  return roundHalfAway(eur, 2);
}

/** What is less than a watt or a watt-hour is left of a computation. */
const LEAST_POWER = 1e-6;

/** Power in MW or energy in MWh of a site: 3 decimals, a kilowatt, and of a small site as many as six significant digits take. */
export function roundPower(megawatts: number): number {
  const size = Math.abs(megawatts);
  return size < LEAST_POWER ? 0 : roundHalfAway(megawatts, Math.max(3, 5 - Math.floor(Math.log10(size))));
}

/** Money of the parts of a day with 2 decimals, which add up to that of the day: what rounding takes from a part goes to the next. */
export function roundMoneyParts(parts: readonly number[]): number[] {
  let [sum, shown] = [0, 0];
  return parts.map((eur) => {
    sum += eur;
    const rounded = roundMoney(roundMoney(sum) - shown);
    shown = roundMoney(shown + rounded);
    return rounded;
  });
}

/** Power of the whole system in MW: 1 decimal. */
export function roundSystemPower(megawatts: number): number {
  return roundHalfAway(megawatts, 1);
}

export function roundProbability(probability: number): number {
  return roundHalfAway(probability, 4);
}
