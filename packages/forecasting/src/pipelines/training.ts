import type { TrainingOptions } from '../features/training-rows.ts';
import type { ProcessTraining } from '../models/process-days.ts';

/** Three training days of each weekday, as published for LEAR. */
const FEWEST_DAYS = 21;

/** Of regressions and trees. */
export const TRAINING: TrainingOptions = { fewestDays: FEWEST_DAYS, enoughDays: 84 };

/** Of Gaussian processes. */
export const PROCESS_TRAINING: ProcessTraining = {
  fewestDays: FEWEST_DAYS,
  fewestInputDays: 14,
  settledDays: 28,
  fewestSettledDays: 182,
};
