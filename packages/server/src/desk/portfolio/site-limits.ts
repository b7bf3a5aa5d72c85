/** Between what each number of a site may lie, and how long its notes may be: what is stored, asked for and typed keeps to one list. */
export const SITE_LIMITS = {
  powerMw: { min: 0.001, max: 100_000 },
  energyMwh: { min: 0.001, max: 1_000_000 },
  efficiency: { min: 0.05, max: 1 },
  /** Percent of what a battery holds. */
  charge: { min: 0, max: 100 },
  /** Fillings of a battery in a day; the most never binds. */
  cycles: { min: 0, max: 100 },
  /** EUR for each MWh. */
  wearCost: { min: 0, max: 10_000 },
  /** EUR/MWh. */
  offerFloor: { min: -10_000, max: 10_000 },
  notesLength: 2000,
} as const;
