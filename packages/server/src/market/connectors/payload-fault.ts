import { type Asked, type Reason, type Reasons, reason, sentenceOf } from '../../ground/reasons/reasons.ts';

/** An answer that cannot be used: damaged, cut short, or not what its source promises. Nothing of it is used. */
export class PayloadFault extends Error {
  override readonly name: string = 'PayloadFault';
  readonly reasons: Reasons;

  constructor(reasons: Reasons, options?: ErrorOptions) {
    super(sentenceOf(reasons), options);
    this.reasons = reasons;
  }
}

/** What is wrong with an answer to what was asked. */
export function answerFault(what: Asked, wrong: Reason, options?: ErrorOptions): PayloadFault {
  return new PayloadFault([reason('of_answer', { what }), wrong], options);
}

/** The name of a source before what it was asked for. */
export function ofSource(source: string, what: Asked): Asked {
  return typeof what === 'string' ? `${source} ${what}` : { ...what, what: `${source} ${what.what}` };
}

const EXCERPT_LENGTH = 80;

/** What was found, in quotes and fit for a terminal: no control characters, no endless lines. */
export function excerpt(text: string): string {
  const shown = text.slice(0, EXCERPT_LENGTH).replaceAll(/\p{Cc}/gu, '\uFFFD');
  return `"${shown}${text.length > EXCERPT_LENGTH ? '...' : ''}"`;
}
