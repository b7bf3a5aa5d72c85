import type { Db } from '../../ground/database/database.ts';
import type { Sealer } from '../../ground/secrets/sealing.ts';
import type { SessionSecrets } from '../../ground/secrets/session-secrets.ts';
import type { Clock } from '../../ground/timing/clock.ts';
import type { SecurityLog } from '../audit/security-log.ts';
import type { RequestLimits } from '../limits/request-limits.ts';
import type { AttemptGuard } from './guarded-attempt.ts';
import type { MailAllowance } from './mail-allowance.ts';

/** What the identity services need of the running service. */
export interface IdentityContext {
  db: Db;
  clock: Clock;
}

/** What telling who asks needs of the running service. */
export interface AuthenticationContext extends IdentityContext {
  sessionSecrets: SessionSecrets;
  /** Absent: the defaults. */
  limits?: RequestLimits;
  /** A session that is not used for so long ends; absent: none does before its token expires. */
  sessionIdleMs?: number;
  /** Whether a second factor is required of superadmins. */
  superadminsNeedFactor?: boolean;
}

/** What signing in needs of the running service. */
export interface SignInContext extends AuthenticationContext, AttemptGuard {
  sealer: Sealer;
  security: SecurityLog;
}

/** What the account services need of the running service. */
export interface AccountContext extends SignInContext {
  sealer: Sealer;
  mails: MailAllowance;
  /** Called once mail is queued and committed. */
  onMailQueued(): void;
  /** Whether the secrets of the first accounts still lie in the data folder; absent: there is none. */
  hasFirstRunFile?: () => Promise<boolean>;
}
