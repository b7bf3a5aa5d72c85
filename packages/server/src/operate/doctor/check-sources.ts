import { TOKEN_VARIABLES } from '../../market/connectors/source-titles.ts';
import { isDeclared } from '../../ground/config/declared-name.ts';
import type { KnownSource } from '../../market/sources/known-sources.ts';
import { type Check, fault, ok, warning } from './check.ts';
import type { Probe } from './probe-source.ts';

const OVERLOADED = 429;
const VARIABLES = new Map(Object.entries(TOKEN_VARIABLES));

/** What each source answered to one request, and why others are not asked. */
export function checkSources(known: readonly KnownSource[], probes: ReadonlyMap<string, Probe>): Check[] {
  return known.flatMap(({ name, notFollowed, licence }) => {
    const probe = probes.get(name);
    if (probe !== undefined) return [ofProbe(name, probe, licence)];
    if (notFollowed === undefined) return [];
    const why =
      notFollowed === 'no_token' ? `no ${VARIABLES.get(name) ?? 'token'} is set` : 'SOURCES leaves it out';
    return [ok(`source ${name}`, `not asked: ${why}`)];
  });
}

function ofProbe(source: string, { status, tookMs, failure }: Probe, licence: string | undefined): Check {
  const name = `source ${source}`;
  if (failure === undefined) {
    // The others are known: see docs/data-dictionary.md.
    const terms = licence === undefined || !isDeclared(source) ? '' : `; its data: ${licence}`;
    return ok(name, `answered ${status ?? ''} in ${(tookMs / 1000).toFixed(1)} s${terms}`);
  }
  // A refusal says after its semicolon what to do.
  const [text = '', hint] = failure.replace(/\.$/, '').split(/; (.*)/s);
  if (status === undefined) return fault(name, text, hint ?? "check this machine's network, proxy and DNS");
  if (status === OVERLOADED) return warning(name, text, 'wait: it is asked more rarely by itself');
  if (status >= 500)
    return warning(name, text, 'wait: the fault is its own, and it is asked again by itself');
  return fault(name, text, hint ?? 'see its site for news, and for a newer version of Lonja');
}
