const MAX_LENGTH = 60;
/** What mail programs make a link of: addresses of pages and of people, with and without a scheme. */
const LINK = /\S*(?:@|:\/\/|\/|\\|[\p{L}\p{N}][.\u3002\uFF0E\uFF61][\p{L}\p{N}]{2,})\S*/gu;

/** A name that somebody chose, as it may stand in a mail to a stranger: short, on one line, and without anything to follow. */
export function plainName(name: string): string {
  const words = name
    .normalize('NFKC')
    .replaceAll(/\p{C}/gu, ' ')
    .replaceAll(LINK, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const characters = Array.from(words);
  return characters.length <= MAX_LENGTH ? words : `${characters.slice(0, MAX_LENGTH).join('').trimEnd()}…`;
}
