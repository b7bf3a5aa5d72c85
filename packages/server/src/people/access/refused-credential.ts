import { AppError } from '../../ground/errors.ts';

/** Whose a refused credential is, as far as that is beyond doubt, and why it was refused, for the audit. */
export interface Refusal {
  /** Absent: `invalid_token`. */
  code?: 'invalid_token' | 'address_not_allowed';
  tenantId?: string | undefined;
  target?: { type: 'user' | 'api_key'; id: string } | undefined;
  reason: string;
}

/** A token or key that is not accepted; the caller learns no more than the message. */
export class RefusedCredential extends AppError {
  readonly tenantId: string | undefined;
  readonly target: { type: 'user' | 'api_key'; id: string } | undefined;
  readonly reason: string;

  constructor(
    message: string,
    { code = 'invalid_token', tenantId, target, reason }: Refusal,
    cause?: unknown,
  ) {
    super(code, message, { cause });
    this.tenantId = tenantId;
    this.target = target;
    this.reason = reason;
  }
}
