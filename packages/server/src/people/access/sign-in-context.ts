import type { Sealer } from '../../ground/secrets/sealing.ts';
import type { SecurityLog } from '../audit/security-log.ts';
import type { AuthenticationContext } from './authenticate.ts';
import type { AttemptGuard } from './guarded-attempt.ts';

/** What signing in needs of the running service. */
export interface SignInContext extends AuthenticationContext, AttemptGuard {
  sealer: Sealer;
  security: SecurityLog;
}
