const STEERING = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** Text of several lines without what a terminal takes for a command or for another direction: a stranger may have written it. */
export function printable(text: string): string {
  return text.replaceAll(STEERING, (character) =>
    character === '\n' || character === '\t' ? character : ' ',
  );
}

/** JSON with the same characters escaped; what is below a space `JSON.stringify` has escaped itself. */
export function printableJson(data: unknown): string {
  return JSON.stringify(data, null, 2).replaceAll(STEERING, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
