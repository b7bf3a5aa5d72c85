/** Damage of a file: where it is and what was expected there. A file with a fault is not used at all. */
export class FileFault extends Error {
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

const EXCERPT_LENGTH = 80;

/** What was found, in quotes and fit for a terminal: no control characters, no endless lines. */
export function excerpt(text: string): string {
  const shown = text.slice(0, EXCERPT_LENGTH).replaceAll(/\p{Cc}/gu, '\uFFFD');
  return `"${shown}${text.length > EXCERPT_LENGTH ? '...' : ''}"`;
}
