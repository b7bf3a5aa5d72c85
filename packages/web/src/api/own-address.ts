/** Whether a text is an address of this application: a path here, and nothing that another host could answer. */
export function isOwnAddress(text: unknown): text is string {
  return typeof text === 'string' && /^\/(?![/\\])/.test(text) && !/[\\\p{Cc}]/u.test(text);
}
