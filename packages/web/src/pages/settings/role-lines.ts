import { ROLES, type Role } from '../../api/me.ts';

/** Roles by value of a claim, one a line as `value = role`; undefined where a line is none. The last sign of equality counts. */
export function parseRoles(text: string): Record<string, Role> | undefined {
  const entries: [string, Role][] = [];
  for (const line of text.split('\n').map((part) => part.trim())) {
    if (line === '') continue;
    const at = line.lastIndexOf('=');
    const value = line.slice(0, Math.max(0, at)).trim();
    const role = ROLES.find((one) => one === line.slice(at + 1).trim());
    if (value === '' || role === undefined) return undefined;
    entries.push([value, role]);
  }
  return Object.fromEntries(entries);
}

export function formatRoles(roles: Readonly<Record<string, string>>): string {
  return Object.entries(roles)
    .map(([value, role]) => `${value} = ${role}`)
    .join('\n');
}
