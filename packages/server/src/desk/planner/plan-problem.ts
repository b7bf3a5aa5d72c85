/** A battery; energies are those inside it, powers those at the connection. */
export interface BatteryLimits {
  /** Most power in either direction. */
  powerMw: number;
  /** Energy between empty and full. */
  energyMwh: number;
  /** Share of the energy drawn that a whole cycle gives back, 0..1; half of the loss lies on either way. */
  efficiency: number;
  /** Stored at the start, and at least stored at the end. */
  startMwh: number;
  endMwh: number;
  /** Most energy taken out of the store in the day, in fillings of it; undefined: no limit. */
  maxCycles: number | undefined;
  /** EUR for each MWh that it gives at the connection. */
  wearCost: number;
}

/** A consumer that takes its energy in the periods `from <= index < to`, whenever in them. */
export interface LoadLimits {
  powerMw: number;
  energyMwh: number;
  from: number;
  to: number;
}

/** A plan that gives up expected money for less shortfall. */
export interface RiskAversion {
  /** Equally likely prices, EUR/MWh: one row for each scenario, one price for each period. */
  scenarios: readonly Float64Array[];
  /** What a euro of shortfall costs in expected euros. */
  weight: number;
  /** Share of the worst scenarios whose mean is the shortfall's measure. */
  tail: number;
}

/** EUR/MWh against charging for nothing: among equally good plans the one that moves least. */
export const IDLE_PREFERENCE = 1e-4;

/** What to plan: everything that one connection has. Powers are MW, feeding in counts positive. */
export interface PlanProblem {
  periodHours: number;
  /** Expected prices by period, EUR/MWh. */
  prices: Float64Array;
  /** Undefined: the expected money alone counts. */
  risk: RiskAversion | undefined;
  battery: BatteryLimits | undefined;
  load: LoadLimits | undefined;
  /** What the plant could generate by period; undefined: there is none. */
  generationMw: Float64Array | undefined;
  /** What each MWh of generation has to be worth, EUR/MWh: what is not is held back; undefined: none may be. */
  offerFloor: number | undefined;
  /** Most power over the connection in either direction; undefined: no limit. */
  connectionMw: number | undefined;
}

/** In units of the problem's largest power: less than this is nothing. The solver keeps to its limits within a tenth of it. */
export const SMALLEST_POWER = 1e-6;

/** What moves: one value for each period, MW; `storedMwh` is at the end of each period. */
export interface Movements {
  chargeMw: Float64Array;
  dischargeMw: Float64Array;
  storedMwh: Float64Array;
  loadMw: Float64Array;
  curtailedMw: Float64Array;
  /** What another plan may earn beyond this one, EUR at most, where the time was over before that was settled; undefined: nothing. */
  gapEur: number | undefined;
}

export interface Plan extends Movements {
  /** Feed-in less what is drawn. */
  netMw: Float64Array;
}

/** No plan keeps to all limits. */
export class InfeasiblePlanError extends Error {
  constructor() {
    super('No plan keeps to all limits.');
    this.name = 'InfeasiblePlanError';
  }
}
