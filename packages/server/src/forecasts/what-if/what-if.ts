import type { DeliveryDay } from '@lonja/forecasting/market';
import type { ForecastPoint } from '@lonja/forecasting/data';

/** What can be shifted: inputs of the models, gas by its price, and power of plants that is missing. */
export const SHIFTED_INPUTS = ['load', 'wind', 'solar', 'gas', 'outage'] as const;
export type ShiftedInput = (typeof SHIFTED_INPUTS)[number];

/** One supposed change, as a caller has it. */
export interface Shift {
  input: ShiftedInput;
  /** Undefined: every day of the forecast. */
  day: DeliveryDay | undefined;
  /** Hours of the day, from 1 in order of time; undefined: from its first, or to its last. */
  fromPeriod: number | undefined;
  toPeriod: number | undefined;
  change: { add: number } | { percent: number } | { likeDay: DeliveryDay };
}

export interface WhatIfRequest {
  runId: string;
  resolution: 'PT1H' | 'PT15M';
  shifts: Shift[];
}

/** Hours of an input that was shifted: MW, or EUR/MWh of gas. */
export interface SupposedInput {
  input: 'load' | 'wind' | 'solar' | 'gas';
  /** Of gas one, from the first day on. */
  values: { start: number; base: number; supposed: number }[];
}

/** A forecast as it would have been with other inputs, of the days that had not cleared when the run was issued. */
export interface WhatIf {
  points: ForecastPoint[];
  inputs: SupposedInput[];
  /** How long the models were fitted for it, ms; 0 where they were there. */
  fittedMs: number;
}

/** Makes what-ifs off the thread that answers requests. */
export interface WhatIfs {
  /** Throws AppError where the shifts cannot be, the run cannot be asked, or others wait already. */
  make(request: WhatIfRequest): Promise<WhatIf>;
  close(): Promise<void>;
}
