import type { Sealer } from '../../ground/secrets/sealing.ts';
import type { MailAllowance } from './mail-allowance.ts';
import type { SignInContext } from './sign-in-context.ts';

/** What the account services need of the running service. */
export interface AccountContext extends SignInContext {
  sealer: Sealer;
  mails: MailAllowance;
  /** Called once mail is queued and committed. */
  onMailQueued(): void;
  /** Whether the secrets of the first accounts still lie in the data folder; absent: there is none. */
  hasFirstRunFile?: () => Promise<boolean>;
}
