/** Between what the numbers of a battery may lie, and how long notes may be; a test of the server holds these to its own. */
export const SITE_LIMITS = {
  charge: { min: 0, max: 100 },
  cycles: { min: 0, max: 100 },
  wearCost: { min: 0, max: 10_000 },
  notesLength: 2000,
} as const;
