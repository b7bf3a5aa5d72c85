import { TIME_ZONE } from '@lonja/forecasting/market';
import { LANGUAGE_TAGS, type Locale } from '../../ground/config/locale.ts';
import type { NotificationContent } from '../../ground/database/notification-schema.ts';
import { reasonWords } from '../../ground/reasons/reason-words.ts';
import { storedReasons } from '../../ground/reasons/reasons.ts';
import { describeFault } from './channel-fault.ts';
import { describeAlert } from './describe-alert.ts';

/** A notification in words. `path` leads into the web application. */
export interface NotificationText {
  title: string;
  paragraphs: string[];
  link: { label: string; path: string };
}

/** The words of a notification, in the application as in the mail. */
export function describeNotification(locale: Locale, content: NotificationContent): NotificationText {
  const words = WORDS[locale];
  switch (content.kind) {
    case 'alert':
      return describeAlert(locale, content);
    case 'webhook_disabled': {
      const said = words.disabledWebhook({ ...content, reason: reasonOf(content, locale) });
      return withPath(said, `/webhooks/${content.webhookId}`);
    }
    case 'channel_disabled':
      return withPath(words.disabledChannel(content.name, describeFault(locale, content.fault)), '/alerts');
    case 'ticket_answered':
      return withPath(words.answeredTicket(content.subject), `/support/${content.ticketId}`);
    case 'key_expiring': {
      const end = new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], {
        dateStyle: 'long',
        timeStyle: 'short',
        timeZone: TIME_ZONE,
      }).format(content.expiresAt);
      return withPath(words.expiringKey(content.label, content.prefix, end), '/api-keys');
    }
    case 'plan_not_kept':
      return withPath(
        words.unkeptPlan({ ...content, reason: reasonOf(content, locale) }),
        `/portfolio/${content.siteId}`,
      );
  }
}

function reasonOf(content: ContentOf<'webhook_disabled' | 'plan_not_kept'>, locale: Locale): string {
  return reasonWords(storedReasons(content.reason, content.reasonCodes ?? null), locale);
}

type ContentOf<Kind> = Extract<NotificationContent, { kind: Kind }>;

function withPath({ title, paragraphs, label }: Said, path: string): NotificationText {
  return { title, paragraphs, link: { label, path } };
}

/** `label` is that of the link. */
interface Said {
  title: string;
  paragraphs: string[];
  label: string;
}

interface Words {
  disabledWebhook: (of: Pick<ContentOf<'webhook_disabled'>, 'name' | 'url' | 'reason'>) => Said;
  disabledChannel: (name: string, reason: string) => Said;
  answeredTicket: (subject: string) => Said;
  expiringKey: (label: string, prefix: string, end: string) => Said;
  unkeptPlan: (of: Pick<ContentOf<'plan_not_kept'>, 'site' | 'day' | 'reason'>) => Said;
}

const WORDS: Record<Locale, Words> = {
  en: {
    disabledWebhook: ({ name, url, reason }) => ({
      title: `The webhook "${name}" is disabled`,
      paragraphs: [
        `Lonja has stopped sending events to ${url}. Reason: ${reason}`,
        'Once the endpoint responds again, enable it and replay the missed events. Events are kept for 30 days.',
      ],
      label: 'See the webhook',
    }),
    disabledChannel: (name, reason) => ({
      title: `The channel "${name}" is turned off`,
      paragraphs: [
        `Lonja has stopped sending alerts to it. Reason: ${reason}`,
        'Alerts are still in the application. Once they are taken again, turn the channel on or save it anew.',
      ],
      label: 'See the channels',
    }),
    answeredTicket: (subject) => ({
      title: `Answer to "${subject}"`,
      paragraphs: ['The Lonja team has answered your ticket.'],
      label: 'Read the answer',
    }),
    expiringKey: (label, prefix, end) => ({
      title: `The API key "${label}" expires soon`,
      paragraphs: [
        `The key ${prefix}... expires on ${end}, Madrid time. Requests with it are refused from then on.`,
        'If a program still uses it, create another key and change it in the program before then. If nobody uses it, there is nothing to do.',
      ],
      label: 'See the keys',
    }),
    unkeptPlan: ({ site, day, reason }) => ({
      title: `Nothing was kept of "${site}" for ${day}`,
      paragraphs: [
        `When the gate closed, there was no plan to keep. Reason: ${reason}`,
        'It is not tried again for that day. Check the limits of the site before the next gate.',
      ],
      label: 'See the site',
    }),
  },
  es: {
    disabledWebhook: ({ name, url, reason }) => ({
      title: `El webhook «${name}» está desactivado`,
      paragraphs: [
        `Lonja ha dejado de enviar eventos a ${url}. Motivo: ${reason}`,
        'Cuando el destino vuelva a responder, actívelo de nuevo y reenvíe los eventos que falten. Los eventos se conservan 30 días.',
      ],
      label: 'Ver el webhook',
    }),
    disabledChannel: (name, reason) => ({
      title: `El canal «${name}» está apagado`,
      paragraphs: [
        `Lonja ha dejado de enviarle alertas. Motivo: ${reason}`,
        'Las alertas siguen en la aplicación. Cuando el destino vuelva a admitirlas, encienda el canal o guárdelo de nuevo.',
      ],
      label: 'Ver los canales',
    }),
    answeredTicket: (subject) => ({
      title: `Respuesta a «${subject}»`,
      paragraphs: ['El equipo de Lonja ha respondido a su consulta.'],
      label: 'Leer la respuesta',
    }),
    expiringKey: (label, prefix, end) => ({
      title: `La clave de API «${label}» caduca pronto`,
      paragraphs: [
        `La clave ${prefix}… caduca el ${end}, hora de Madrid. Desde entonces se rechazan las peticiones con ella.`,
        'Si un programa la usa todavía, cree otra clave y cámbiela en el programa antes de esa fecha. Si nadie la usa, no hay que hacer nada.',
      ],
      label: 'Ver las claves',
    }),
    unkeptPlan: ({ site, day, reason }) => ({
      title: `No se ha guardado nada de «${site}» para el ${day}`,
      paragraphs: [
        `Al cerrar la subasta no había plan que guardar. Motivo: ${reason}`,
        'No se intenta de nuevo para ese día. Revise los límites de la instalación antes del próximo cierre.',
      ],
      label: 'Ver la instalación',
    }),
  },
  pt: {
    disabledWebhook: ({ name, url, reason }) => ({
      title: `O webhook «${name}» está desativado`,
      paragraphs: [
        `A Lonja deixou de enviar eventos a ${url}. Motivo: ${reason}`,
        'Quando o destino voltar a responder, ative-o de novo e reenvie os eventos que faltem. Os eventos são conservados 30 dias.',
      ],
      label: 'Ver o webhook',
    }),
    disabledChannel: (name, reason) => ({
      title: `O canal «${name}» está desligado`,
      paragraphs: [
        `A Lonja deixou de lhe enviar alertas. Motivo: ${reason}`,
        'Os alertas continuam na aplicação. Quando o destino voltar a aceitá-los, ligue o canal ou guarde-o de novo.',
      ],
      label: 'Ver os canais',
    }),
    answeredTicket: (subject) => ({
      title: `Resposta a «${subject}»`,
      paragraphs: ['A equipa da Lonja respondeu ao seu pedido.'],
      label: 'Ler a resposta',
    }),
    expiringKey: (label, prefix, end) => ({
      title: `A chave de API «${label}» expira em breve`,
      paragraphs: [
        `A chave ${prefix}… expira em ${end}, hora de Madrid. A partir daí são recusados os pedidos com ela.`,
        'Se um programa ainda a usa, crie outra chave e troque-a no programa antes dessa data. Se ninguém a usa, não é preciso fazer nada.',
      ],
      label: 'Ver as chaves',
    }),
    unkeptPlan: ({ site, day, reason }) => ({
      title: `Nada foi guardado de «${site}» para ${day}`,
      paragraphs: [
        `Ao fechar o leilão não havia plano para guardar. Motivo: ${reason}`,
        'Não se tenta de novo para esse dia. Verifique os limites da instalação antes do próximo fecho.',
      ],
      label: 'Ver a instalação',
    }),
  },
};
