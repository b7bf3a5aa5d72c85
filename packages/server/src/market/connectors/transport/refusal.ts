import { type DeclaredName, isDeclared } from '../../../ground/config/declared-name.ts';
import type { LiveSourceName } from '../source.ts';
import { TOKEN_VARIABLES, titleOf } from '../source-titles.ts';
import type { Reply } from './reply-cache.ts';
import { SourceUnavailable } from './source-unavailable.ts';
import { isWebPage } from './web-page.ts';

/** Statuses by which a source denies access. */
const NOT_LET_IN = new Set([401, 403, 407, 451]);
const NOT_FOUND = 404;
const DECLARED_HINT = 'check its url and headers in SOURCES_FILE, and whether the address opens in a browser';

/**
 * Why an answer is none that the source gives in good order; undefined when it is. A request that is denied, redirected or answered with a page
 * for browsers has been refused: nothing follows from it for what is published.
 */
export function findRefusal(
  source: LiveSourceName | DeclaredName,
  reply: Reply,
  label: string,
): SourceUnavailable | undefined {
  const { status } = reply;
  const says = (what: string, hint: string) => `${titleOf(source)} answered ${what}; ${hint}.`;
  if (status >= 200 && status < 300) {
    if (!isWebPage(reply.text)) return undefined;
    const what = `${status} with a web page in place of ${label}`;
    const hint = `${accessHint(source)}, or whether it is under maintenance`;
    return new SourceUnavailable(says(what, hint), { refused: true });
  }
  const what = `${status} for ${label}`;
  if (status === NOT_FOUND) {
    const hint = isDeclared(source)
      ? DECLARED_HINT
      : 'its address may have changed: see whether a newer version of Lonja is out';
    return new SourceUnavailable(says(what, hint));
  }
  const isAccess = NOT_LET_IN.has(status) || status < 400;
  const hint =
    isAccess || isDeclared(source)
      ? accessHint(source)
      : 'it does not take this request: see whether a newer version of Lonja is out';
  return new SourceUnavailable(says(what, hint), { refused: true });
}

function accessHint(source: LiveSourceName | DeclaredName): string {
  if (isDeclared(source)) return DECLARED_HINT;
  const variable = TOKEN_VARIABLES[source];
  if (variable !== undefined) return `check ${variable}`;
  return 'it asks for no token, so it may block the address of this machine or this program: see whether it opens in a browser';
}
