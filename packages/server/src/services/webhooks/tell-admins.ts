import type { Transaction } from 'kysely';
import type { Locale } from '../../locale.ts';
import { appendAudit } from '../../store/audit.ts';
import { queueMail } from '../../store/mail-queue.ts';
import type { Database } from '../../store/schema.ts';
import type { DisabledEndpoint } from '../../store/webhooks/delivery-queue.ts';
import { listAdmins } from '../../store/webhooks/list-admins.ts';

/** Tells a tenant's admins, in the transaction that disables an endpoint because of its answers, and keeps it in the audit. */
export async function tellAdmins(
  tx: Transaction<Database>,
  endpoint: DisabledEndpoint,
  now: number,
): Promise<void> {
  const { tenantId, endpointId, reason } = endpoint;
  await appendAudit(tx, {
    tenantId,
    actor: { kind: 'system', id: undefined },
    action: 'webhook.disabled',
    target: { type: 'webhook', id: endpointId },
    details: { reason },
    now,
  });
  for (const { email, locale } of await listAdmins(tx, tenantId)) {
    const message = { kind: 'notice' as const, ...noticeOf(locale, endpoint) };
    await queueMail(tx, { tenantId, to: email, locale, message, now });
  }
}

function noticeOf(locale: Locale, { name, url, reason }: DisabledEndpoint) {
  if (locale === 'es') {
    return {
      subject: `El webhook «${name}» está desactivado`,
      paragraphs: [
        `Lonja ha dejado de enviar eventos a ${url}. Motivo: ${REASONS_ES[reason] ?? reason}`,
        'Cuando el destino vuelva a responder, actívalo de nuevo y pide que se repitan los eventos que falten: se guardan 30 días.',
      ],
    };
  }
  return {
    subject: `The webhook "${name}" is disabled`,
    paragraphs: [
      `Lonja has stopped sending events to ${url}. Reason: ${reason}`,
      'Once the target answers again, activate it and replay the events it missed: they are kept for 30 days.',
    ],
  };
}

export const GONE_REASON = 'The endpoint answered 410 Gone.';
export const HOPELESS_REASON = 'Every attempt has failed for 120 hours.';

const REASONS_ES: Record<string, string> = {
  [GONE_REASON]: 'el destino respondió 410 Gone.',
  [HOPELESS_REASON]: 'todos los intentos han fallado durante 120 horas.',
};
