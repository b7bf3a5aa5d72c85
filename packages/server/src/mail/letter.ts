/** What a mail says, before it is laid out as text and as HTML. */
export interface Letter {
  subject: string;
  paragraphs: string[];
  /** Shown large and alone on its line. */
  code?: string;
  /** One thing to do, behind the paragraphs. */
  action?: { label: string; url: string };
}
