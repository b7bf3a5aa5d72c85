/** An answer that cannot be used: damaged, cut short, or not what its source promises. Nothing of it is used. */
export class PayloadFault extends Error {
  override readonly name: string = 'PayloadFault';
}

const EXCERPT_LENGTH = 80;

/** What was found, in quotes and fit for a terminal: no control characters, no endless lines. */
export function excerpt(text: string): string {
  const shown = text.slice(0, EXCERPT_LENGTH).replaceAll(/\p{Cc}/gu, '\uFFFD');
  return `"${shown}${text.length > EXCERPT_LENGTH ? '...' : ''}"`;
}
