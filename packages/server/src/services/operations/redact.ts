const MAX_LENGTH = 500;
const HIDDEN = '[hidden]';

/** What can be a secret in an error's message: credentials of addresses, our own keys and secrets, tokens by their names. */
const SECRETS: [RegExp, string][] = [
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, `$1${HIDDEN}@`],
  [/\b(svc_|whsec_)[A-Za-z0-9_-]+/g, `$1${HIDDEN}`],
  [/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, HIDDEN],
  [/\b(Bearer|Basic|Token)\s+[^\s"',]+/gi, `$1 ${HIDDEN}`],
  [
    /([\w-]*(?:token|secret|password|api[-_]?key|authorization)[\w-]*["']?\s*[=:]\s*["']?)[^\s"'&,;)]+/gi,
    `$1${HIDDEN}`,
  ],
];

/** The first line of an error's message for people, without what can be a secret, at most 500 characters. */
export function redact(message: string): string {
  const [line] = message.split('\n', 1);
  const safe = SECRETS.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
  return safe.length <= MAX_LENGTH ? safe : `${safe.slice(0, MAX_LENGTH - 1)}…`;
}
