import { LOAD_MODEL } from './load-model.ts';
import { plantModel } from './plant-model.ts';
import { type FitCache, createFitCache } from '../kernel/fit-cache.ts';
import { type PowerModel, type PowerOptions, fitPower, predictPower } from './power-model.ts';
import { type PowerPanel, areDriversKnown } from './power-panel.ts';
import { SOLAR_MODEL } from './solar-model.ts';
import { WIND_MODEL } from './wind-model.ts';

/** What the power system is forecast by, each from a panel of its own measurements and drivers. */
export const POWER_MODELS = {
  load: LOAD_MODEL,
  wind: WIND_MODEL,
  solar: SOLAR_MODEL,
  hydro: plantModel('hydro', { levelDays: 28, isSigned: true }),
  nuclear: plantModel('nuclear', { levelDays: 2, isSigned: false }),
  other: plantModel('other', { levelDays: 28, isSigned: false }),
  netImport: plantModel('net import', { levelDays: 28, isSigned: true }),
} satisfies Record<string, PowerModel>;
/** A quantity of the power system that there is a model of. */
export type PowerQuantity = keyof typeof POWER_MODELS;

export interface PowerForecast {
  /** For each row asked for, MW by slot; NaN in slots that the past says nothing of. */
  rows: Float64Array[];
  /** Rows whose drivers are not known: they are forecast from the calendar and the past alone. */
  withoutDrivers: number[];
}

/** Rows that one fit forecasts: what it learns from, and the panel that it forecasts them from. */
export interface PowerPart {
  learnFrom: PowerPanel;
  panel: PowerPanel;
  rows: number[];
  /** Whether these rows go without drivers that others have. */
  isBlind: boolean;
}

/**
 * Fits the quantity's model to what is measured and forecasts the rows. Rows whose drivers (the weather) are not all known come from
 * a second fit that does without any. Throws InsufficientHistoryError below eight weeks of measurements; with less than that of
 * drivers, all rows count as without.
 */
export function forecastPower(
  quantity: PowerQuantity,
  panel: PowerPanel,
  rows: readonly number[],
  options: PowerOptions,
  cache: FitCache = createFitCache(),
): PowerForecast {
  const model: PowerModel = POWER_MODELS[quantity];
  const parts = powerParts({ learnFrom: panel, panel, rows });
  return joinParts(
    rows,
    parts,
    parts.map((part) =>
      predictPower(model, fitPower(model, part.learnFrom, options, cache), part.panel, part.rows, cache),
    ),
  );
}

/** The rows that can be forecast with the drivers, and those that have to do without; parts without rows are left out. */
export function powerParts(asked: {
  learnFrom: PowerPanel;
  panel: PowerPanel;
  rows: readonly number[];
}): PowerPart[] {
  const { learnFrom, panel, rows } = asked;
  // Drivers that are new to the panel are learnt from at once.
  const taught = panel.drivers.length === 0 ? learnFrom : [learnFrom, panel].find(hasDriverHistory);
  const driven = rows.filter((row) => taught !== undefined && areDriversKnown(panel, row));
  const without = (some: PowerPanel): PowerPanel => ({ ...some, drivers: [] });
  return [
    { learnFrom: taught ?? learnFrom, panel, rows: driven, isBlind: false },
    {
      learnFrom: without(learnFrom),
      panel: without(panel),
      rows: rows.filter((row) => !driven.includes(row)),
      isBlind: true,
    },
  ].filter((part) => part.rows.length > 0);
}

/** The forecasts of the parts in the order of `rows`. */
export function joinParts(
  rows: readonly number[],
  parts: readonly PowerPart[],
  forecasts: readonly Float64Array[][],
): PowerForecast {
  const byRow = new Map(
    parts.flatMap((part, i) => part.rows.map((row, j) => [row, forecasts[i][j]] as const)),
  );
  return {
    rows: rows.map((row) => byRow.get(row) ?? new Float64Array(0)),
    withoutDrivers: parts.flatMap((part) => (part.isBlind ? part.rows : [])),
  };
}

const FEWEST_DRIVEN_DAYS = 90;

/** Whether enough days are measured whose drivers are known for them to be learnt from. */
export function hasDriverHistory(panel: PowerPanel): boolean {
  const isKnown = ({ slotsPerDay, measured }: PowerPanel, row: number) =>
    measured.subarray(row * slotsPerDay, (row + 1) * slotsPerDay).every(Number.isFinite);
  const days = panel.days.filter((_, row) => isKnown(panel, row) && areDriversKnown(panel, row));
  return days.length >= FEWEST_DRIVEN_DAYS;
}
