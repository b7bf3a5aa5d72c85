import type { Locale } from '../../ground/config/locale.ts';
import type { NotificationContent } from '../../ground/database/notification-schema.ts';
import { describeFault } from './channel-fault.ts';
import { GONE_REASON, HOPELESS_REASON } from './disabling-reasons.ts';
import { describeAlert } from './describe-alert.ts';

/** A notification in words. `path` leads into the web application. */
export interface NotificationText {
  title: string;
  paragraphs: string[];
  link: { label: string; path: string };
}

/** The words of a notification, in the application as in the mail. */
export function describeNotification(locale: Locale, content: NotificationContent): NotificationText {
  switch (content.kind) {
    case 'alert':
      return describeAlert(locale, content);
    case 'webhook_disabled':
      return describeDisabledWebhook(locale, content);
    case 'channel_disabled':
      return describeDisabledChannel(locale, content);
    case 'ticket_answered':
      return describeAnsweredTicket(locale, content);
    case 'key_expiring':
      return describeExpiringKey(locale, content);
    case 'plan_not_kept':
      return describeUnkeptPlan(locale, content);
  }
}

type ContentOf<Kind> = Extract<NotificationContent, { kind: Kind }>;

function describeDisabledWebhook(
  locale: Locale,
  { webhookId, name, url, reason }: ContentOf<'webhook_disabled'>,
): NotificationText {
  const path = `/webhooks/${webhookId}`;
  if (locale === 'es') {
    return {
      title: `El webhook «${name}» está desactivado`,
      paragraphs: [
        `Lonja ha dejado de enviar eventos a ${url}. Motivo: ${REASONS_ES[reason] ?? reason}`,
        'Cuando el destino vuelva a responder, actívelo de nuevo y reenvíe los eventos que falten. Los eventos se conservan 30 días.',
      ],
      link: { label: 'Ver el webhook', path },
    };
  }
  return {
    title: `The webhook "${name}" is disabled`,
    paragraphs: [
      `Lonja has stopped sending events to ${url}. Reason: ${reason}`,
      'Once the endpoint responds again, enable it and replay the missed events. Events are kept for 30 days.',
    ],
    link: { label: 'See the webhook', path },
  };
}

function describeDisabledChannel(
  locale: Locale,
  { name, fault }: ContentOf<'channel_disabled'>,
): NotificationText {
  const path = '/alerts';
  const reason = describeFault(locale, fault);
  if (locale === 'es') {
    return {
      title: `El canal «${name}» está apagado`,
      paragraphs: [
        `Lonja ha dejado de enviarle alertas. Motivo: ${reason}`,
        'Las alertas siguen en la aplicación. Cuando el destino vuelva a admitirlas, encienda el canal o guárdelo de nuevo.',
      ],
      link: { label: 'Ver los canales', path },
    };
  }
  return {
    title: `The channel "${name}" is turned off`,
    paragraphs: [
      `Lonja has stopped sending alerts to it. Reason: ${reason}`,
      'Alerts are still in the application. Once they are taken again, turn the channel on or save it anew.',
    ],
    link: { label: 'See the channels', path },
  };
}

const REASONS_ES: Record<string, string> = {
  [GONE_REASON]: 'el destino respondió 410 Gone.',
  [HOPELESS_REASON]: 'todos los intentos han fallado durante 120 horas.',
};

function describeAnsweredTicket(
  locale: Locale,
  { ticketId, subject }: ContentOf<'ticket_answered'>,
): NotificationText {
  const path = `/support/${ticketId}`;
  if (locale === 'es') {
    return {
      title: `Respuesta a «${subject}»`,
      paragraphs: ['El equipo de Lonja ha respondido a su consulta.'],
      link: { label: 'Leer la respuesta', path },
    };
  }
  return {
    title: `Answer to "${subject}"`,
    paragraphs: ['The Lonja team has answered your ticket.'],
    link: { label: 'Read the answer', path },
  };
}

function describeExpiringKey(
  locale: Locale,
  { label, prefix, expiresAt }: ContentOf<'key_expiring'>,
): NotificationText {
  const end = new Intl.DateTimeFormat(locale === 'es' ? 'es-ES' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Madrid',
  }).format(expiresAt);
  const path = '/api-keys';
  if (locale === 'es') {
    return {
      title: `La clave de API «${label}» caduca pronto`,
      paragraphs: [
        `La clave ${prefix}… caduca el ${end}, hora de Madrid. Desde entonces se rechazan las peticiones con ella.`,
        'Si un programa la usa todavía, cree otra clave y cámbiela en el programa antes de esa fecha. Si nadie la usa, no hay que hacer nada.',
      ],
      link: { label: 'Ver las claves', path },
    };
  }
  return {
    title: `The API key "${label}" expires soon`,
    paragraphs: [
      `The key ${prefix}... expires on ${end}, Madrid time. Requests with it are refused from then on.`,
      'If a program still uses it, create another key and change it in the program before then. If nobody uses it, there is nothing to do.',
    ],
    link: { label: 'See the keys', path },
  };
}

function describeUnkeptPlan(
  locale: Locale,
  { siteId, site, day, reason }: ContentOf<'plan_not_kept'>,
): NotificationText {
  const path = `/portfolio/${siteId}`;
  if (locale === 'es') {
    return {
      title: `No se ha guardado nada de «${site}» para el ${day}`,
      paragraphs: [
        `Al cerrar la subasta no había plan que guardar. Motivo: ${reason}`,
        'No se intenta de nuevo para ese día. Revise los límites de la instalación antes del próximo cierre.',
      ],
      link: { label: 'Ver la instalación', path },
    };
  }
  return {
    title: `Nothing was kept of "${site}" for ${day}`,
    paragraphs: [
      `When the gate closed, there was no plan to keep. Reason: ${reason}`,
      'It is not tried again for that day. Check the limits of the site before the next gate.',
    ],
    link: { label: 'See the site', path },
  };
}
