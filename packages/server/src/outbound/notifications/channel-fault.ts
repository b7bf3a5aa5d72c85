import type { Locale } from '../../ground/config/locale.ts';
import type { ChannelFault, ChannelKind } from '../../ground/database/notification-schema.ts';

/** A fault as it is kept; text of before, which no fault can be read from, is undefined. */
export function parseFault(kept: string): ChannelFault | undefined {
  try {
    return JSON.parse(kept) as ChannelFault;
  } catch {
    return undefined;
  }
}

/** Why a message was not taken and what to do, in the language of who reads it. */
export function describeFault(locale: Locale, fault: ChannelFault): string {
  const words = WORDS[locale];
  if (fault.code !== 'answered') return words[fault.code];
  const { kind, status, reason, cure } = fault;
  const between = kind === 'telegram' ? ': ' : ' ';
  const answer = reason === undefined ? `${status}` : `${status}${between}${reason}`;
  const said = words.answered(SERVICES[locale][kind], answer);
  if (cure === undefined) return said;
  return `${said} ${cure === 'target' ? words.gone[kind] : words[cure]}`;
}

const SERVICES: Record<Locale, Record<ChannelKind, string>> = {
  en: { slack: 'Slack', teams: 'Microsoft Teams', telegram: 'Telegram', push: 'The push service' },
  es: { slack: 'Slack', teams: 'Microsoft Teams', telegram: 'Telegram', push: 'El servicio push' },
  pt: { slack: 'Slack', teams: 'Microsoft Teams', telegram: 'Telegram', push: 'O serviço push' },
};

interface Words extends Record<Exclude<ChannelFault['code'], 'answered'> | 'token' | 'chat_id', string> {
  answered: (service: string, answer: string) => string;
  gone: Record<ChannelKind, string>;
}

const WORDS: Record<Locale, Words> = {
  en: {
    forbidden_target: 'The address is not on the public internet.',
    no_answer: 'There was no answer. Check the address, or try again later.',
    unreadable: 'The service cannot read the address of this channel; save it again.',
    copy: 'This is a copy of another installation.',
    bad_keys: 'The keys of the device are not valid. Turn notifications on anew on the device.',
    answered: (service, answer) => `${service} answered with ${answer}.`,
    gone: {
      slack: 'The address is not valid any more: make an incoming webhook anew and save its address.',
      teams: 'The address is not valid any more: make the workflow anew and save its address.',
      telegram: 'Check the address of the bot API.',
      push: 'The device takes no notifications any more: turn them on anew on the device.',
    },
    token: 'The token is not that of a bot: copy it from @BotFather.',
    chat_id: 'Write to the bot, or add it to the chat, and check chat_id.',
  },
  es: {
    forbidden_target: 'La dirección no está en la internet pública.',
    no_answer: 'No hubo respuesta. Compruebe la dirección o inténtelo más tarde.',
    unreadable: 'El servicio no puede leer la dirección de este canal; guárdela de nuevo.',
    copy: 'Esta es una copia de otra instalación.',
    bad_keys:
      'Las claves del dispositivo no son válidas. Active de nuevo las notificaciones en el dispositivo.',
    answered: (service, answer) => `${service} respondió ${answer}.`,
    gone: {
      slack: 'La dirección ya no es válida: cree de nuevo un webhook entrante y guarde su dirección.',
      teams: 'La dirección ya no es válida: cree de nuevo el flujo y guarde su dirección.',
      telegram: 'Compruebe la dirección de la API del bot.',
      push: 'El dispositivo ya no admite notificaciones: actívelas de nuevo en el dispositivo.',
    },
    token: 'El token no es el de un bot: cópielo de @BotFather.',
    chat_id: 'Escriba al bot, o añádalo al chat, y compruebe chat_id.',
  },
  pt: {
    forbidden_target: 'O endereço não está na internet pública.',
    no_answer: 'Não houve resposta. Verifique o endereço ou tente mais tarde.',
    unreadable: 'O serviço não consegue ler o endereço deste canal; guarde-o de novo.',
    copy: 'Esta é uma cópia de outra instalação.',
    bad_keys: 'As chaves do dispositivo não são válidas. Ative de novo as notificações no dispositivo.',
    answered: (service, answer) => `${service} respondeu ${answer}.`,
    gone: {
      slack: 'O endereço já não é válido: crie de novo um webhook de entrada e guarde o seu endereço.',
      teams: 'O endereço já não é válido: crie de novo o fluxo e guarde o seu endereço.',
      telegram: 'Verifique o endereço da API do bot.',
      push: 'O dispositivo já não aceita notificações: ative-as de novo no dispositivo.',
    },
    token: 'O token não é o de um bot: copie-o do @BotFather.',
    chat_id: 'Escreva ao bot, ou acrescente-o ao chat, e verifique chat_id.',
  },
};
