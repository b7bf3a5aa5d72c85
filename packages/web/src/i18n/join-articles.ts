/** Spanish joins "de el" and "a el" into "del" and "al", which texts that are put together of parts do not know. */
export function joinArticles(text: string): string {
  return text.replaceAll(/\b(de|a) el /g, '$1l ');
}
