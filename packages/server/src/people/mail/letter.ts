import type { Locale } from '../../ground/config/locale.ts';

/** What a mail says, before it is laid out as text and as HTML. */
export interface Letter {
  /** Language that the reader's account has, else that of the mail. */
  locale: Locale;
  subject: string;
  paragraphs: string[];
  /** Shown large and alone on its line. */
  code?: string;
  /** One thing to do, behind the paragraphs. */
  action?: { label: string; url: string };
}
