import { otherReason, type Reason, type Reasons, reason, sentenceOf } from '../../ground/reasons/reasons.ts';
import { PayloadFault } from './payload-fault.ts';

/** Damage of a file: where it is and what was expected there. A file with a fault is not used at all. */
export class FileFault extends PayloadFault {
  override readonly name = 'FileFault';
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** In English. */
  readonly expectation: string;

  /** What was expected, by its codes; files of many forms have it in English words. */
  constructor(file: string, line: number, expected: string | Reason | Reasons) {
    const expectation = typeof expected === 'string' ? otherReason(expected) : [expected].flat();
    super([reason('line', { file, line }), ...expectation]);
    this.file = file;
    this.line = line;
    this.expectation = sentenceOf(expectation);
  }
}
