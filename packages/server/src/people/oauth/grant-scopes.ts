import { AppError } from '../../ground/errors.ts';
import { nearestName } from '../../ground/http/nearest-name.ts';
import { type Principal, SCOPES, type Scope, scopesOf } from '../access/principal.ts';

/**
 * The scopes of a token: those that are asked for, or all that open something to the key. Throws `invalid_scope` for one that there is
 * not or that the key lacks, so that no token has fewer rights than its client believes.
 */
export function grantScopes(key: Principal, asked: string | undefined): Scope[] {
  const held = scopesOf(key);
  const names = [...new Set((asked ?? '').split(' ').filter((name) => name !== ''))];
  for (const name of names) {
    if (!SCOPES.some((scope) => scope === name)) throw refusedScope(unknownText(name));
    if (!held.some((scope) => scope === name)) {
      const has = held.length === 0 ? 'it has none' : `it has ${held.join(' ')}`;
      throw refusedScope(`The API key cannot be given the scope ${name}; ${has}.`);
    }
  }
  if (held.length === 0) {
    throw refusedScope('No scope of this API key opens anything to its role; create another key.');
  }
  return names.length === 0 ? held : held.filter((scope) => names.includes(scope));
}

function unknownText(name: string): string {
  const nearest = nearestName(name, SCOPES);
  const meant = nearest === undefined ? '' : ` did you mean ${nearest}?`;
  return `There is no scope ${name.slice(0, 64)};${meant} known are ${SCOPES.join(' ')}.`;
}

function refusedScope(message: string): AppError {
  return new AppError('invalid_scope', message);
}
