import { degradedEn } from '@lonja/client/reasons/degraded-en';

const { names, ...reasons } = degradedEn;

export const texts = {
  /** Why a forecast is degraded, by code. */
  reasons,
  /** Inputs and what stands in for them. */
  names,
} as const;
