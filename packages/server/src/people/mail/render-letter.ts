import type { Letter } from './letters.ts';

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

const STYLE = {
  body: 'font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;color:#1c2024;max-width:32em',
  code: 'font-size:28px;font-weight:600;letter-spacing:4px',
  action: 'color:#0f766e',
};

/** Lays a letter out as plain text and as HTML that loads nothing. */
export function renderLetter(letter: Letter): RenderedMail {
  const { locale, subject, paragraphs, code, action } = letter;
  const text = [
    ...(code === undefined ? [] : [code]),
    ...paragraphs.map(wrap),
    ...(action === undefined ? [] : [`${action.label}:\n${action.url}`]),
    'Lonja',
  ];
  const html = [
    ...(code === undefined ? [] : [`<p style="${STYLE.code}">${escapeHtml(code)}</p>`]),
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(action === undefined
      ? []
      : [
          `<p><a style="${STYLE.action}" href="${escapeHtml(action.url)}">${escapeHtml(action.label)}</a><br>${escapeHtml(action.url)}</p>`,
        ]),
    '<p>Lonja</p>',
  ];
  return {
    // A line break in a subject would be a header of its own.
    subject: subject.replaceAll(/\s+/g, ' '),
    text: `${text.join('\n\n')}\n`,
    html: `<!doctype html><html lang="${locale}"><meta charset="utf-8"><title>${escapeHtml(subject)}</title><body style="${STYLE.body}">${html.join('')}</body></html>`,
  };
}

/** Short lines of plain text go as they are, without an encoding that would break links in the raw mail. */
function wrap(paragraph: string): string {
  return paragraph.replaceAll(WRAPPING, '$1\n').trimEnd();
}

const WRAPPING = /(.{1,72})(?:\s+|$)/g;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
