/** What may stand before the first element of a page: a byte order mark, blanks, an XML declaration, comments. */
const PREAMBLE = /^(?:\uFEFF|\s|<\?xml[^>]*\?>|<!--[\s\S]*?-->)+/;
const FIRST_ELEMENT = /^<(?:!doctype\s+html|html|head|body|title|meta|script|style|center|div|h1|p)\b/i;

/** Whether a text is a page for browsers, such as a block or a maintenance page. No source sends its data as one. */
export function isWebPage(text: string): boolean {
  return FIRST_ELEMENT.test(text.replace(PREAMBLE, ''));
}
