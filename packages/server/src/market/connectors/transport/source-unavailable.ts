import { type Reasons, sentenceOf } from '../../../ground/reasons/reasons.ts';

/** A source that does not answer, or answers that it cannot now. Names the source and what was asked, never the address. */
export class SourceUnavailable extends Error {
  override readonly name = 'SourceUnavailable';
  readonly reasons: Reasons;
  /** It refuses to answer (401, 403, a page in place of data): asking again as before will not help. */
  readonly refused: boolean;
  /** False when nothing was sent, because requests are paused after earlier failures. */
  readonly asked: boolean;

  constructor(reasons: Reasons, options: { refused?: boolean; asked?: boolean; cause?: unknown } = {}) {
    super(sentenceOf(reasons), options.cause === undefined ? undefined : { cause: options.cause });
    this.reasons = reasons;
    this.refused = options.refused ?? false;
    this.asked = options.asked ?? true;
  }
}
