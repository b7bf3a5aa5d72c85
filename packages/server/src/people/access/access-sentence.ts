import type { Access } from './principal.ts';

/** Says who may call a route, for its description. */
export function accessSentence(access: Access): string {
  if (access.superadminOnly === true) return 'Needs the session of a superadmin.';
  const credential = access.sessionOnly === true ? 'a session token' : 'a session token or an API key';
  const role =
    access.role === undefined
      ? ''
      : ` with the role ${access.role}${access.role === 'admin' ? '' : ' or above'}`;
  const scopes = access.scope === undefined ? access.anyScope : [access.scope];
  const scope =
    scopes === undefined
      ? ''
      : ` A key with scopes needs ${scopes.map((name) => `\`${name}\``).join(' or ')}.`;
  return `Needs ${credential}${role}.${scope}`;
}

/** Joins those sentences that there are. */
export function sentences(...parts: (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(' ');
}
