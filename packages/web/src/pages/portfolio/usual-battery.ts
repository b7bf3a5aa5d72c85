/** What the service plans a battery with where a field is left empty; a test of the server holds these to its own. */
export const USUAL_BATTERY = {
  startSoc: 50,
  maxCycles: 1.5,
  /** EUR for each MWh that it gives, by what it stores with. */
  wearCost: { lithium_ion: 15, lead_acid: 60, flow: 5, pumped_hydro: 2 },
} as const;
