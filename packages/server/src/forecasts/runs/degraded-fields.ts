import { type DegradedReason, degradedSentences } from './degraded-sentences.ts';
import type { ForecastRun } from './visible-runs.ts';
import type { DegradedReasonRecord } from '../../ground/http/fields.ts';

type WhyDegraded = Pick<ForecastRun, 'degraded' | 'degradedReasons'>;

/** Why runs are weaker than usual, in sentences and as data, each once. */
export function toDegraded(...runs: WhyDegraded[]) {
  const reasons = runs.flatMap(reasonsOf);
  return {
    degraded: [...new Set(runs.flatMap(({ degraded }) => degraded))],
    degraded_reasons: [...new Map(reasons.map((reason) => [reason.text, reason])).values()],
  };
}

function reasonsOf({ degraded, degradedReasons }: WhyDegraded): DegradedReasonRecord[] {
  return degradedReasons?.map(toReason) ?? degraded.map((text) => ({ ...NOTHING, code: 'other', text }));
}

const NOTHING = { input: null, day: null, stand_in: null, known: null, wanted: null };

function toReason(reason: DegradedReason): DegradedReasonRecord {
  const { code, input, day, standIn, known, wanted } = reason;
  return {
    code,
    input: input ?? null,
    day: day ?? null,
    stand_in: standIn ?? null,
    known: known ?? null,
    wanted: wanted ?? null,
    text: degradedSentences([reason])[0],
  };
}
