import { fieldFault } from '../../ground/errors.ts';
import type { ChannelTimes } from './due-at.ts';

/** Throws where quiet hours lack an end or have no length. */
export function assertTimes({ quietFrom, quietTo }: ChannelTimes): void {
  if ((quietFrom === null) !== (quietTo === null)) {
    throw fieldFault(
      quietFrom === null ? 'quiet_from' : 'quiet_to',
      'Send quiet_from and quiet_to together.',
    );
  }
  if (quietFrom !== null && quietFrom === quietTo) {
    throw fieldFault('quiet_to', 'Send a quiet_to that is not quiet_from.');
  }
}
