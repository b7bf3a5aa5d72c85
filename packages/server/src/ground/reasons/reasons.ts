import { isReasonCode, type Reason, reason, sayReasons } from '@lonja/client/reasons';
import { en } from '@lonja/client/reasons/en';

/** All codes, in the order of the catalogue. */
export const REASON_CODES = Object.keys(en).filter(isReasonCode);

export { type Asked, type Reason, reason, sayReasons } from '@lonja/client/reasons';

/** Why something failed or is missing, in the order in which it is said; one at least. */
export type Reasons = readonly Reason[];

/** The English sentence that answers, logs and the database have beside the codes. */
export function sentenceOf(reasons: Reasons): string {
  return sayReasons(reasons, en);
}

/** The same where there may be none. */
export function sentenceOrNull(reasons: Reasons | undefined | null): string | null {
  return reasons ? sentenceOf(reasons) : null;
}

/** What has no code of its own: English words of another program, or a sentence that was stored before there were codes. */
export function otherReason(detail: string): Reasons {
  return [reason('other', { detail })];
}

/** Reasons as they are stored: their sentence, and the codes, which rows of before do not have. */
export function storedReasons(sentence: string, codes: Reasons | null): Reasons;
export function storedReasons(sentence: string | null, codes: Reasons | null): Reasons | undefined;
export function storedReasons(sentence: string | null, codes: Reasons | null): Reasons | undefined {
  if (sentence === null) return undefined;
  // A later release may have written codes that this one does not know.
  const isKnown = codes !== null && codes.length > 0 && codes.every(({ code }) => Object.hasOwn(en, code));
  return isKnown ? codes : otherReason(sentence);
}

/** Reasons as a column takes them. */
export function reasonsText(reasons: Reasons | undefined | null): string | null {
  return reasons ? JSON.stringify(reasons) : null;
}
