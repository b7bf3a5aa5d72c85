import { type DeclaredName, isDeclared } from '../../../ground/config/declared-name.ts';
import { type Asked, type Reason, reason } from '../../../ground/reasons/reasons.ts';
import type { LiveSourceName } from '../source.ts';
import { TOKEN_VARIABLES, titleOf } from '../source-titles.ts';
import type { Reply } from './reply-cache.ts';
import { SourceUnavailable } from './source-unavailable.ts';
import { isWebPage } from './web-page.ts';

/** Statuses by which a source denies access. */
const NOT_LET_IN = new Set([401, 403, 407, 451]);
const NOT_FOUND = 404;

/**
 * Why an answer is none that the source gives in good order; undefined when it is. A request that is denied, redirected or answered with a page
 * for browsers has been refused: nothing follows from it for what is published.
 */
export function findRefusal(
  source: LiveSourceName | DeclaredName,
  reply: Reply,
  what: Asked,
): SourceUnavailable | undefined {
  const { status } = reply;
  const answer = { source: titleOf(source), status, what };
  if (status >= 200 && status < 300) {
    if (!isWebPage(reply.text)) return undefined;
    return new SourceUnavailable([reason('answered_with_page', answer), accessHint(source, '_or_wait')], {
      refused: true,
    });
  }
  const answered = reason('answered', answer);
  if (status === NOT_FOUND) {
    const hint = isDeclared(source) ? accessHint(source) : reason('address_changed');
    return new SourceUnavailable([answered, hint]);
  }
  const isAccess = NOT_LET_IN.has(status) || status < 400;
  const hint = isAccess || isDeclared(source) ? accessHint(source) : reason('request_not_taken');
  return new SourceUnavailable([answered, hint], { refused: true });
}

/** What to look at where access is denied; or, behind a page, that it may be under maintenance. */
function accessHint(source: LiveSourceName | DeclaredName, orWait: '' | '_or_wait' = ''): Reason {
  if (isDeclared(source)) return reason(`check_declaration${orWait}`);
  const setting = TOKEN_VARIABLES[source];
  return setting === undefined ? reason(`may_block${orWait}`) : reason(`check_setting${orWait}`, { setting });
}
