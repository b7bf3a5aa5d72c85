import { type MailContext, deliverDueMail } from '../services/mail/deliver-due-mail.ts';

/** Sends queued mail while it runs. */
export interface MailDelivery {
  /** Looks for mail at once instead of at the next turn. */
  wake(): void;
  stop(): Promise<void>;
}

const POLLING_MS = 5000;

export function startMailDelivery(context: MailContext): MailDelivery {
  let running: Promise<void> = Promise.resolve();
  let isWaiting = false;
  const wake = () => {
    // One turn that has not begun sees everything queued until then.
    if (isWaiting) return;
    isWaiting = true;
    running = running.then(deliver);
  };
  const deliver = async () => {
    isWaiting = false;
    try {
      await deliverDueMail(context);
    } catch (error) {
      context.logger.error({ error }, 'mail could not be delivered');
    }
  };
  const timer = setInterval(wake, POLLING_MS);
  wake();
  return {
    wake,
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
