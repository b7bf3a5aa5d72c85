import { type Reason, type Reasons, sentenceOf } from '../../ground/reasons/reasons.ts';
import { TOKEN_VARIABLES } from '../../market/connectors/source.ts';
import { isDeclared } from '../../ground/config/declared-name.ts';
import type { KnownSource } from '../../market/sources/known-sources.ts';
import { type Check, fault, ok, warning } from './check.ts';
import type { Probe } from './probe-source.ts';

const OVERLOADED = 429;
const VARIABLES = new Map(Object.entries(TOKEN_VARIABLES));

/** What a refusal says to do about it. */
const HINTS: ReadonlySet<Reason['code']> = new Set<Reason['code']>([
  'check_setting',
  'check_setting_or_wait',
  'may_block',
  'may_block_or_wait',
  'check_declaration',
  'check_declaration_or_wait',
  'check_private_network',
  'address_changed',
  'request_not_taken',
  'read_terms',
]);

/** What each source answered to one request, and why others are not asked. */
export function checkSources(known: readonly KnownSource[], probes: ReadonlyMap<string, Probe>): Check[] {
  return known.flatMap(({ name, notFollowed, licence }) => {
    const probe = probes.get(name);
    if (probe !== undefined) return [ofProbe(name, probe, licence)];
    if (notFollowed === undefined) return [];
    const why =
      notFollowed === 'no_token' ? `no ${VARIABLES.get(name) ?? 'token'} is set` : 'SOURCES leaves it out';
    return [ok(`source ${name}`, 'source_not_asked', `not asked: ${why}`)];
  });
}

function ofProbe(source: string, { status, tookMs, failure }: Probe, licence: string | undefined): Check {
  const name = `source ${source}`;
  if (failure === undefined) {
    // The others are known: see docs/data-dictionary.md.
    const terms = licence === undefined || !isDeclared(source) ? '' : `; its data: ${licence}`;
    return ok(name, 'source_answers', `answered ${status ?? ''} in ${(tookMs / 1000).toFixed(1)} s${terms}`);
  }
  const { true: hints = [], false: found = failure } = Object.groupBy(failure, ({ code }) =>
    HINTS.has(code) ? 'true' : 'false',
  );
  const text = lineOf(found);
  const hint = hints.length === 0 ? undefined : lineOf(hints);
  if (status === undefined)
    return fault(name, 'source_silent', text, hint ?? "check this machine's network, proxy and DNS");
  if (status === OVERLOADED)
    return warning(name, 'source_overloaded', text, 'wait: it is asked more rarely by itself');
  if (status >= 500)
    return warning(
      name,
      'source_failing',
      text,
      'wait: the fault is its own, and it is asked again by itself',
    );
  return fault(
    name,
    'source_refuses',
    text,
    hint ?? 'see its site for news, and for a newer version of Lonja',
  );
}

/** Without the full stop that a line of the report has not. */
function lineOf(reasons: Reasons): string {
  return sentenceOf(reasons).replace(/\.$/, '');
}
