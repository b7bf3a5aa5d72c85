/** Why a site has no value: its plan is still to be made, no plan keeps to all of its limits, or what it generates is not known. */
export const UNVALUED_CODES = ['pending', 'infeasible', 'no_volume'] as const;
export type UnvaluedCode = (typeof UNVALUED_CODES)[number];
