const HIDDEN = '[hidden]';

/**
 * What can be a secret in a text: credentials and queries of addresses, our own keys, secrets and link tokens, tokens by their names. No
 * match begins or ends within a quoted text, so that a line of JSON stays one.
 */
const SECRETS: [RegExp, string][] = [
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@"\\]+@/gi, `$1${HIDDEN}@`],
  [/([\w%./~:[\]-]\?)(?=[^\s"'\\]*=)[^\s"'\\]+/g, `$1${HIDDEN}`],
  [/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, HIDDEN],
  [/\b(Bearer|Basic|Token)\s+[^\s"',\\]+/gi, `$1 ${HIDDEN}`],
  [
    /((?:token|secret|password|passphrase|api[-_]?key|authorization)[\w-]*(?:\\?["'])?\s*[=:]\s*)(?![\d.]+[,}\s]|true\b|false\b|null\b)((?:\\?["'])?)[^\s"'&,;)\\{}[\]]+/gi,
    `$1$2${HIDDEN}`,
  ],
  [/\b(svc_|whsec_)[A-Za-z0-9_-]+/g, `$1${HIDDEN}`],
];

/** The text without what can be a secret, whatever part wrote it. */
export function hideSecrets(text: string): string {
  return SECRETS.reduce((shown, [pattern, replacement]) => shown.replace(pattern, replacement), text);
}
