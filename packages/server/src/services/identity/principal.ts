import { AppError } from '../../errors.ts';
import type { Role } from '../../store/identity.ts';

export const SCOPES = [
  'forecasts:read',
  'market:read',
  'metrics:read',
  'portfolio:read',
  'portfolio:write',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Who makes a request and what the credential allows. */
export interface Principal {
  /** Identifies the credential for rate limits and logs; never the secret itself. */
  credentialId: string;
  tenantId: string;
  /** Undefined for an API key. */
  userId: string | undefined;
  role: Role;
  /** Undefined: every client right of the role. */
  scopes: string[] | undefined;
  /** Market products of the tenant's subscription, such as `es-da`. */
  products: string[];
  requestsPerMinute: number;
}

export function assertScope(principal: Principal, scope: Scope): void {
  if (principal.scopes !== undefined && !principal.scopes.includes(scope)) {
    throw new AppError(
      'insufficient_scope',
      `This API key lacks the scope ${scope}; use a key that has it or one without scopes.`,
    );
  }
}

export function assertSubscription(principal: Principal, marketProductId: string): void {
  if (!principal.products.includes(marketProductId)) {
    throw new AppError(
      'insufficient_scope',
      `Your subscription does not include ${marketProductId}; it has ${principal.products.join(', ') || 'no products'}.`,
    );
  }
}
