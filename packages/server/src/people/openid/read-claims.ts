import { type Configuration, type TokenEndpointResponseHelpers, fetchUserInfo } from 'openid-client';
import { isFitLine } from '../../ground/http/text-fault.ts';
import { EmailField } from '../access/account-fields.ts';
import type { Role } from '../access/identity.ts';
import { ROLES } from '../access/principal.ts';
import type { Provider } from '../providers/providers.ts';

/** Whom the provider has named. */
export interface Claims {
  subject: string;
  /** Lower case; undefined: there is none, or it is not verified. */
  verifiedEmail: string | undefined;
  fullName: string | undefined;
  /** Of the role claim. */
  roleValues: string[];
  /** Scopes that were asked for and not given, as far as the provider says what it gave. */
  missingScopes: string[];
}

const LONGEST_NAME = 200;
const MOST_VALUES = 1000;

type Tokens = TokenEndpointResponseHelpers & { access_token: string; scope?: string };

/** The claims of the ID token and, where it lacks what is needed, those of the user info. The ID token comes first. */
export async function readClaims(
  config: Configuration,
  provider: Pick<Provider, 'scopes' | 'role_claim'>,
  tokens: Tokens,
): Promise<Claims> {
  const { role_claim: roleClaim, scopes } = provider;
  const idToken = tokens.claims();
  if (idToken === undefined) throw new Error('An exchange with nonce gave no ID token.');
  let claims: Record<string, unknown> = idToken;
  const lacks =
    claims['email'] === undefined || (roleClaim !== null && valuesOf(claims, roleClaim).length === 0);
  if (lacks && config.serverMetadata().userinfo_endpoint !== undefined) {
    claims = { ...(await fetchUserInfo(config, tokens.access_token, idToken.sub)), ...claims };
  }
  const given = tokens.scope?.split(' ');
  return {
    subject: idToken.sub,
    verifiedEmail: verifiedEmailOf(claims),
    fullName: fullNameOf(claims),
    roleValues: roleClaim === null ? [] : valuesOf(claims, roleClaim),
    missingScopes: given === undefined ? [] : scopes.filter((scope) => !given.includes(scope)),
  };
}

/** The highest role that a value is mapped to. */
export function mappedRole(roles: Record<string, Role>, values: readonly string[]): Role | undefined {
  const mapped = new Set(values.flatMap((value) => (Object.hasOwn(roles, value) ? [roles[value]] : [])));
  return ROLES.findLast((role) => mapped.has(role));
}

/** Microsoft says by `xms_edov` what others say by `email_verified`; some write it as text. */
function verifiedEmailOf(claims: Record<string, unknown>): string | undefined {
  const { email } = claims;
  const isVerified = [claims['email_verified'], claims['xms_edov']].some((said) =>
    [true, 'true', 1, '1'].includes(said as string),
  );
  return isVerified ? EmailField.safeParse(email).data?.toLowerCase() : undefined;
}

function fullNameOf({ name, given_name, family_name }: Record<string, unknown>): string | undefined {
  const parts = typeof name === 'string' ? [name] : [given_name, family_name];
  const text = parts
    .filter((part) => typeof part === 'string')
    .join(' ')
    .trim();
  return text !== '' && text.length <= LONGEST_NAME && isFitLine(text) ? text : undefined;
}

/** A claim by its name, or by a path with dots where there is none of that name. One value or a list. */
function valuesOf(claims: Record<string, unknown>, name: string): string[] {
  const found = Object.hasOwn(claims, name) ? claims[name] : within(claims, name.split('.'));
  return (Array.isArray(found) ? found.slice(0, MOST_VALUES) : [found]).filter(
    (value): value is string => typeof value === 'string',
  );
}

function within(value: unknown, [first, ...rest]: string[]): unknown {
  if (first === undefined) return value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, first)) return undefined;
  return within((value as Record<string, unknown>)[first], rest);
}
