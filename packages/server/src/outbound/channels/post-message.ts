import { ForbiddenTargetError } from '../webhooks/vetted-agent.ts';
import type { VettedFetch } from '../webhooks/vetted-fetch.ts';
import { parseRetryAfterMs } from '../webhooks/retry-schedule.ts';
import type { ChannelTarget } from './channel-target.ts';
import type { ChannelMessage } from './compose-message.ts';

/** What became of a message. */
export type PostOutcome =
  | { fault: undefined }
  | {
      /** Why it was not taken and what to do, without any part of the target. */
      fault: string;
      /** No later try can succeed. */
      isFinal: boolean;
      /** The field of the target that is at fault, where one is. */
      field: 'url' | 'token' | 'chat_id';
      retryAfterMs: number | undefined;
    };

/** Longest title that a header of Slack takes. */
const HEADER_CHARACTERS = 150;

/** Writes a message into a channel, as its service takes it. Never rejects: a failure is an outcome. */
export async function postMessage(
  fetch: VettedFetch,
  target: ChannelTarget,
  message: ChannelMessage,
  now: number,
): Promise<PostOutcome> {
  let response: Response;
  try {
    response = await fetch(addressOf(target), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Lonja-Alerts/1' },
      body: JSON.stringify(BODIES[target.kind](target, message)),
    });
  } catch (error) {
    const fault =
      error instanceof ForbiddenTargetError
        ? 'The address is not on the public internet.'
        : 'There was no answer. Check the address, or try again later.';
    return { fault, isFinal: false, field: 'url', retryAfterMs: undefined };
  }
  if (response.ok) return { fault: undefined };
  const body = await response.text();
  const header = response.headers.get('retry-after') ?? undefined;
  const retryAfterMs = target.kind === 'telegram' ? retryAfterOf(body) : parseRetryAfterMs(header, now);
  return { ...FAULTS[target.kind](response.status, body), retryAfterMs };
}

function addressOf(target: ChannelTarget): string {
  return target.kind === 'telegram' ? `${target.url}/bot${target.token}/sendMessage` : target.url;
}

const BODIES: Record<ChannelTarget['kind'], (target: ChannelTarget, message: ChannelMessage) => object> = {
  slack: (_target, { title, paragraphs, link }) => ({
    // What notifications show. Plain text has no marks but these three, and no `<!channel>` calls anybody.
    text: escapeForSlack(title),
    unfurl_links: false,
    blocks: [
      { type: 'header', text: plain(title.slice(0, HEADER_CHARACTERS)) },
      ...(paragraphs.length === 0 ? [] : [{ type: 'section', text: plain(paragraphs.join('\n')) }]),
      {
        type: 'context',
        elements: [{ type: 'mrkdwn', text: `<${escapeForSlack(link.url)}|${escapeForSlack(link.label)}>` }],
      },
    ],
  }),
  teams: (_target, { title, paragraphs, link }) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          // A `TextBlock` would read Markdown in the name of a rule; text runs do not.
          body: [
            { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: title, weight: 'Bolder' }] },
            ...paragraphs.map((text) => ({ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text }] })),
          ],
          actions: [{ type: 'Action.OpenUrl', title: link.label, url: link.url }],
        },
      },
    ],
  }),
  telegram: (target, { title, paragraphs, link }) => ({
    chat_id: target.kind === 'telegram' ? target.chatId : '',
    text: [title, ...paragraphs, `${link.label}: ${link.url}`].join('\n'),
    link_preview_options: { is_disabled: true },
  }),
};

function plain(text: string) {
  return { type: 'plain_text', text, emoji: false };
}

function escapeForSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

type Refusal = Omit<Extract<PostOutcome, { fault: string }>, 'retryAfterMs'>;

const FAULTS: Record<ChannelTarget['kind'], (status: number, body: string) => Refusal> = {
  slack: (status, body) => {
    // Slack says why in a word.
    const reason = /^[a-z_]{1,40}$/.exec(body.trim())?.[0];
    const said = reason === undefined ? `with ${status}` : `with ${status} ${reason}`;
    return refusal(status, {
      said: `Slack answered ${said}.`,
      gone: 'The address is not valid any more: make an incoming webhook anew and save its address.',
    });
  },
  teams: (status) =>
    refusal(status, {
      said: `Microsoft Teams answered with ${status}.`,
      gone: 'The address is not valid any more: make the workflow anew and save its address.',
    }),
  telegram: (status, body) => {
    const reason = descriptionOf(body);
    const said = `Telegram answered with ${status}${reason === undefined ? '' : `: ${reason}`}.`;
    if (status === 401 || status === 404) {
      const fault = `${said} The token is not that of a bot: copy it from @BotFather.`;
      return { fault, isFinal: true, field: 'token' };
    }
    if (status === 400 || status === 403) {
      const fault = `${said} Write to the bot, or add it to the chat, and check chat_id.`;
      return { fault, isFinal: true, field: 'chat_id' };
    }
    return { fault: said, isFinal: false, field: 'url' };
  },
};

/** What cannot be taken at this address later either ends it: refused, not found, gone. Too much at once and failures do not. */
function refusal(status: number, { said, gone }: { said: string; gone: string }): Refusal {
  const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429;
  return { fault: isFinal ? `${said} ${gone}` : said, isFinal, field: 'url' };
}

const LONGEST_DESCRIPTION = 120;

function descriptionOf(body: string): string | undefined {
  const description = memberOf(parse(body), 'description');
  if (typeof description !== 'string') return undefined;
  return description.replace(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, LONGEST_DESCRIPTION);
}

/** Telegram has it in the body, in seconds. */
function retryAfterOf(body: string): number | undefined {
  const seconds = memberOf(memberOf(parse(body), 'parameters'), 'retry_after');
  return typeof seconds === 'number' && seconds >= 0 ? seconds * 1000 : undefined;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
