/** Past days of one lead, oldest first. Every array is row-major `days x slotsPerDay`; NaN is unknown. */
export interface ForecastHistory {
  slotsPerDay: number;
  actual: Float64Array;
  /** The point forecasts that bounds are wanted for. */
  combined: Float64Array;
  /** Forecasts whose disagreement shows uncertainty, such as every model and window that the combination is made of. */
  experts: Float64Array[];
  /** Bounds as they were issued, one array for each level of the call: what their coverage is corrected by. */
  issued?: Float64Array[] | undefined;
}

/** One day to put bounds around, in the unit of the price; `combined` is finite, an expert may be NaN. */
export interface DayOfForecasts {
  combined: Float64Array;
  experts: Float64Array[];
}

/** History and day in one: row-major `(days + 1) x slotsPerDay`, the last row is the day, its actual NaN. */
export interface ForecastRows {
  slotsPerDay: number;
  /** Days of the history, the day itself not counted. */
  days: number;
  /** Days from a delivery day back to the last one whose prices were known: 1, and more for later days of a horizon. */
  lag: number;
  actual: Float64Array;
  combined: Float64Array;
  /** Actual minus combined. */
  errors: Float64Array;
  experts: Float64Array[];
}

/** Throws RangeError where shapes differ or today's forecast is not finite. */
export function joinRows(history: ForecastHistory, today: DayOfForecasts): ForecastRows {
  const { slotsPerDay, actual } = history;
  if (!Number.isInteger(slotsPerDay) || slotsPerDay < 1 || actual.length % slotsPerDay !== 0) {
    throw new RangeError(`${actual.length} past prices are not whole days of ${slotsPerDay} slots.`);
  }
  if (today.combined.length !== slotsPerDay || !today.combined.every(Number.isFinite)) {
    throw new RangeError(`Bounds need ${slotsPerDay} finite values; got ${today.combined.length}.`);
  }
  if (today.experts.length !== history.experts.length) {
    throw new RangeError(`${today.experts.length} experts today, but ${history.experts.length} before.`);
  }
  const unknown = new Float64Array(slotsPerDay).fill(NaN);
  const join = (past: Float64Array, day: Float64Array) => {
    if (past.length !== actual.length || day.length !== slotsPerDay) {
      throw new RangeError(
        `Forecasts of ${past.length} + ${day.length} slots beside ${actual.length} + ${slotsPerDay} prices.`,
      );
    }
    const rows = new Float64Array(past.length + slotsPerDay);
    rows.set(past);
    rows.set(day, past.length);
    return rows;
  };
  const combined = join(history.combined, today.combined);
  const prices = join(actual, unknown);
  const days = actual.length / slotsPerDay;
  return {
    slotsPerDay,
    days,
    lag: days - lastKnownDay(actual, slotsPerDay),
    actual: prices,
    combined,
    errors: prices.map((price, i) => price - combined[i]),
    experts: history.experts.map((expert, k) => join(expert, today.experts[k])),
  };
}

/** -1 where nothing is known. */
function lastKnownDay(values: Float64Array, slotsPerDay: number): number {
  return Math.floor(values.findLastIndex((value) => !Number.isNaN(value)) / slotsPerDay);
}
