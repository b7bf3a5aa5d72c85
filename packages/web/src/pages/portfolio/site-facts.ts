// Written by tools/write-site-facts.ts of the server; run "npm run generate" instead of editing it.

/** Between what each number of a site may lie, and how long its notes may be. */
export const SITE_LIMITS = {
  powerMw: { min: 0.001, max: 100000 },
  energyMwh: { min: 0.001, max: 1000000 },
  efficiency: { min: 0.05, max: 1 },
  charge: { min: 0, max: 100 },
  cycles: { min: 0, max: 100 },
  wearCost: { min: 0, max: 10000 },
  offerFloor: { min: -10000, max: 10000 },
  notesLength: 2000,
} as const;

/** What a battery is planned with where a field is left empty; the cost of its wear by what it stores with. */
export const USUAL_BATTERY = {
  startSoc: 50,
  maxCycles: 1.5,
  wearCost: { lithium_ion: 15, lead_acid: 60, flow: 5, pumped_hydro: 2 },
} as const;
