import { type DegradedReason, degradedRecords } from './degraded-sentences.ts';

interface WhyDegraded {
  degraded: readonly string[];
  degradedReasons: readonly DegradedReason[] | undefined;
}

/** Why runs are weaker than usual, in sentences and as data, each once. */
export function toDegraded(...runs: WhyDegraded[]) {
  const reasons = runs.flatMap(degradedRecords);
  return {
    degraded: [...new Set(runs.flatMap(({ degraded }) => degraded))],
    degraded_reasons: [...new Map(reasons.map((reason) => [reason.text, reason])).values()],
  };
}
