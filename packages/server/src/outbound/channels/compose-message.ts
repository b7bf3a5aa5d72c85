import type { Locale } from '../../ground/config/locale.ts';
import type { AlertContent } from '../../ground/database/notification-schema.ts';
import { describeAlert } from '../notifications/describe-alert.ts';

/** What is written into a channel, as plain text. */
export interface ChannelMessage {
  title: string;
  paragraphs: string[];
  link: { label: string; url: string };
}

/** Telegram takes 4096 characters, a block of Slack 3000. */
const MOST_CHARACTERS = 2800;

/** One message for all alerts that are due, in the reader's language. Those that there is no room for are counted. */
export function composeMessage(
  locale: Locale,
  alerts: readonly AlertContent[],
  publicUrl: string,
): ChannelMessage {
  const words = WORDS[locale];
  const texts = alerts.map((alert) => describeAlert(locale, alert));
  const [first, ...others] = texts;
  const paragraphs: string[] = [];
  let room = MOST_CHARACTERS;
  let told = 0;
  for (const { title, paragraphs: own } of texts) {
    const added = others.length === 0 ? own : [title, ...own];
    room -= added.join('\n').length;
    if (room < 0) break;
    paragraphs.push(...added);
    told++;
  }
  if (told < texts.length) paragraphs.push(words.more(texts.length - told));
  const link =
    first !== undefined && others.length === 0 ? first.link : { label: words.open, path: '/alerts' };
  return {
    title: first !== undefined && others.length === 0 ? first.title : words.several(texts.length),
    paragraphs,
    link: { label: link.label, url: `${publicUrl}${link.path}` },
  };
}

/** What is sent when a channel is saved or tested. */
export function testMessage(locale: Locale, name: string, publicUrl: string): ChannelMessage {
  const words = WORDS[locale];
  return {
    title: words.testTitle,
    paragraphs: [words.testText(name)],
    link: { label: words.open, url: `${publicUrl}/alerts` },
  };
}

interface Words {
  several: (count: number) => string;
  more: (count: number) => string;
  open: string;
  testTitle: string;
  testText: (name: string) => string;
}

const WORDS: Record<Locale, Words> = {
  en: {
    several: (count) => `${count} alerts`,
    more: (count) => `${count} more in the application.`,
    open: 'See the alerts',
    testTitle: 'Lonja: test of a channel',
    testText: (name) => `Alerts will arrive here by the channel "${name}".`,
  },
  es: {
    several: (count) => `${count} alertas`,
    more: (count) => `${count} más en la aplicación.`,
    open: 'Ver las alertas',
    testTitle: 'Lonja: prueba de un canal',
    testText: (name) => `Las alertas llegarán aquí por el canal «${name}».`,
  },
  pt: {
    several: (count) => `${count} alertas`,
    more: (count) => `Mais ${count} na aplicação.`,
    open: 'Ver os alertas',
    testTitle: 'Lonja: teste de um canal',
    testText: (name) => `Os alertas chegarão aqui pelo canal «${name}».`,
  },
};
