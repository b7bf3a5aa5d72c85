import { PayloadFault } from './payload-fault.ts';

/** Damage of a file: where it is and what was expected there. A file with a fault is not used at all. */
export class FileFault extends PayloadFault {
  override readonly name = 'FileFault';
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly expectation: string;

  constructor(file: string, line: number, expectation: string) {
    super(`${file}, line ${line}: ${expectation}`);
    this.file = file;
    this.line = line;
    this.expectation = expectation;
  }
}
