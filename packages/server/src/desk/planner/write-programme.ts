import type { Highs, ModelData } from 'highs';
import { IDLE_PREFERENCE, type PlanProblem, type RiskAversion } from './plan-problem.ts';

/** Columns of the variables by period; empty where the connection has no such thing. */
export interface PlanColumns {
  charge: number[];
  discharge: number[];
  stored: number[];
  load: number[];
  curtailed: number[];
}

/**
 * The programme of a problem, docs/portfolio.md has its formulas. With `exclusive` the battery cannot charge and discharge in
 * the same period; without it that may pay where prices are negative.
 */
export function writeProgramme(
  problem: PlanProblem,
  { exclusive }: { exclusive: boolean },
): { programme: Programme; columns: PlanColumns } {
  const { periodHours, prices, risk, generationMw, offerFloor } = problem;
  const { connectionMw = Number.POSITIVE_INFINITY } = problem;
  const programme = new Programme();
  const net = Array.from(prices, (price, t) =>
    programme.variable({
      gain: periodHours * (price - (risk === undefined ? 0 : risk.weight * meanPrice(risk, t))),
      lower: -connectionMw,
      upper: connectionMw,
    }),
  );
  const battery = writeBattery(programme, problem, exclusive);
  const load = writeLoad(programme, problem);
  const curtailed = Array.from(generationMw ?? [], (mw) =>
    programme.variable(
      offerFloor === undefined ? { upper: 0 } : { gain: periodHours * offerFloor, upper: mw },
    ),
  );
  net.forEach((column, t) => {
    const generated = generationMw?.[t] ?? 0;
    const taken = [battery.charge, load, curtailed].flatMap((columns) =>
      t in columns ? [[columns[t], 1] as const] : [],
    );
    const given = t in battery.discharge ? [[battery.discharge[t], -1] as const] : [];
    programme.row([[column, 1], ...taken, ...given], { lower: generated, upper: generated });
  });
  if (risk !== undefined) writeShortfall(programme, risk, { net, periodHours });
  return { programme, columns: { ...battery, load, curtailed } };
}

function writeBattery(
  programme: Programme,
  problem: PlanProblem,
  exclusive: boolean,
): Pick<PlanColumns, 'charge' | 'discharge' | 'stored'> {
  const columns: Pick<PlanColumns, 'charge' | 'discharge' | 'stored'> = {
    charge: [],
    discharge: [],
    stored: [],
  };
  const { battery, periodHours, prices } = problem;
  if (battery === undefined) return columns;
  const { powerMw, energyMwh, startMwh, endMwh, maxCycles, wearCost } = battery;
  const oneWay = Math.sqrt(battery.efficiency);
  prices.forEach((_, t) => {
    const isLast = t === prices.length - 1;
    const charge = programme.variable({ gain: -IDLE_PREFERENCE * periodHours, upper: powerMw });
    const discharge = programme.variable({ gain: -wearCost * periodHours, upper: powerMw });
    const stored = programme.variable({ lower: isLast ? endMwh : 0, upper: energyMwh });
    const before = t === 0 ? startMwh : 0;
    const carried = t === 0 ? [] : [[columns.stored[t - 1], -1] as const];
    programme.row(
      [[stored, 1], ...carried, [charge, -oneWay * periodHours], [discharge, periodHours / oneWay]],
      { lower: before, upper: before },
    );
    if (exclusive && mayClash(problem, t)) {
      const isCharging = programme.variable({ upper: 1, isBinary: true });
      programme.row(
        [
          [charge, 1],
          [isCharging, -powerMw],
        ],
        { upper: 0 },
      );
      programme.row(
        [
          [discharge, 1],
          [isCharging, powerMw],
        ],
        { upper: powerMw },
      );
    }
    columns.charge.push(charge);
    columns.discharge.push(discharge);
    columns.stored.push(stored);
  });
  if (maxCycles !== undefined) {
    const out = columns.discharge.map((column) => [column, periodHours / oneWay] as const);
    programme.row(out, { upper: maxCycles * energyMwh });
  }
  return columns;
}

/**
 * Whether charging and discharging at once could pay in a period. It burns energy, which earns nothing where more feed-in is worth
 * nothing less in any scenario that may count, unless there is no room for that feed-in on the connection and holding generation back
 * is not free.
 */
function mayClash({ prices, risk, connectionMw, generationMw, battery, offerFloor }: PlanProblem, t: number) {
  const generated = generationMw?.[t] ?? 0;
  const holdsBackFreely = offerFloor !== undefined && offerFloor >= 0;
  const isFull =
    connectionMw !== undefined && !holdsBackFreely && generated + (battery?.powerMw ?? 0) > connectionMw;
  if (isFull || risk === undefined) return isFull || prices[t] < 0;
  const lowest = risk.scenarios.reduce((least, row) => Math.min(least, row[t]), Number.POSITIVE_INFINITY);
  return prices[t] + risk.weight * (lowest - meanPrice(risk, t)) < 0;
}

function writeLoad(programme: Programme, { load, periodHours, prices }: PlanProblem): number[] {
  if (load === undefined) return [];
  const columns = Array.from(prices, (_, t) =>
    programme.variable({ upper: t >= load.from && t < load.to ? load.powerMw : 0 }),
  );
  programme.row(
    columns.map((column) => [column, periodHours] as const),
    { lower: load.energyMwh, upper: load.energyMwh },
  );
  return columns;
}

/**
 * Adds `-weight * (mean - CVaR)` of the money over the scenarios; the mean stands in the gains already. CVaR is the greatest
 * `z - sum of max(0, z - money) / (tail * scenarios)` over z (Rockafellar and Uryasev 2000, Journal of Risk 2:21).
 */
function writeShortfall(
  programme: Programme,
  { scenarios, weight, tail }: RiskAversion,
  { net, periodHours }: { net: number[]; periodHours: number },
): void {
  const threshold = programme.variable({ gain: weight, lower: Number.NEGATIVE_INFINITY });
  for (const prices of scenarios) {
    const below = programme.variable({ gain: -weight / (tail * scenarios.length) });
    const money = net.map((column, t) => [column, periodHours * prices[t]] as const);
    programme.row([[below, 1], [threshold, -1], ...money], { lower: 0 });
  }
}

function meanPrice({ scenarios }: RiskAversion, t: number): number {
  return scenarios.reduce((sum, row) => sum + row[t], 0) / scenarios.length;
}

/** A linear programme that is written down variable by variable and row by row; it is maximised. */
export class Programme {
  readonly #columns: { gain: number; lower: number; upper: number; isBinary: boolean }[] = [];
  readonly #rows: { lower: number; upper: number }[] = [];
  readonly #starts = [0];
  readonly #indices: number[] = [];
  readonly #values: number[] = [];

  /** Adds a variable and gives its column; without bounds it is not negative. */
  variable({ gain = 0, lower = 0, upper = Number.POSITIVE_INFINITY, isBinary = false } = {}): number {
    return this.#columns.push({ gain, lower, upper, isBinary }) - 1;
  }

  /** Adds the row `lower <= sum of value * column <= upper`. */
  row(
    terms: readonly (readonly [column: number, value: number])[],
    { lower = Number.NEGATIVE_INFINITY, upper = Number.POSITIVE_INFINITY },
  ): void {
    this.#rows.push({ lower, upper });
    for (const [column, value] of terms) {
      if (value === 0) continue;
      this.#indices.push(column);
      this.#values.push(value);
    }
    this.#starts.push(this.#indices.length);
  }

  /** As the solver takes it. */
  toModel({ constants, infinity }: Pick<Highs, 'constants' | 'infinity'>): ModelData {
    const bounded = (value: number) => (Number.isFinite(value) ? value : Math.sign(value) * infinity);
    const columns = this.#columns;
    const rows = this.#rows;
    return {
      numCols: columns.length,
      numRows: rows.length,
      sense: constants.objectiveSense.maximize,
      colCost: Float64Array.from(columns, ({ gain }) => gain),
      colLower: Float64Array.from(columns, ({ lower }) => bounded(lower)),
      colUpper: Float64Array.from(columns, ({ upper }) => bounded(upper)),
      rowLower: Float64Array.from(rows, ({ lower }) => bounded(lower)),
      rowUpper: Float64Array.from(rows, ({ upper }) => bounded(upper)),
      matrix: {
        format: 'csr',
        numRows: rows.length,
        numCols: columns.length,
        starts: Int32Array.from(this.#starts),
        indices: Int32Array.from(this.#indices),
        values: Float64Array.from(this.#values),
      },
      ...(columns.some(({ isBinary }) => isBinary) && {
        integrality: Int32Array.from(columns, ({ isBinary }) =>
          isBinary ? constants.variableType.integer : constants.variableType.continuous,
        ),
      }),
    };
  }
}
