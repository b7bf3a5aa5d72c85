import webPush from 'web-push';
import type { ChannelFault, ChannelKind } from '../../ground/database/notification-schema.ts';
import { parseRetryAfterMs } from '../webhooks/retry-schedule.ts';
import { ForbiddenTargetError } from '../webhooks/vetted-agent.ts';
import type { VettedFetch } from '../webhooks/vetted-fetch.ts';
import type { ChannelTarget, PushTarget } from './channel-target.ts';
import type { ChannelMessage } from './compose-message.ts';

/** What became of a message. */
export type PostOutcome =
  | { fault: undefined }
  | {
      /** Why it was not taken and what to do, without any part of the target. */
      fault: ChannelFault;
      /** No later try can succeed. */
      isFinal: boolean;
      /** The field of the target that is at fault, where one is. */
      field: 'url' | 'token' | 'chat_id' | 'p256dh';
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
  const written = requestOf(target, message);
  if (written === undefined) {
    return { fault: { code: 'bad_keys' }, isFinal: true, field: 'p256dh', retryAfterMs: undefined };
  }
  let response: Response;
  try {
    response = await fetch(written.url, {
      method: 'POST',
      headers: { ...written.headers, 'user-agent': 'Lonja-Alerts/1' },
      body: written.body,
    });
  } catch (error) {
    const code = error instanceof ForbiddenTargetError ? 'forbidden_target' : 'no_answer';
    return { fault: { code }, isFinal: false, field: 'url', retryAfterMs: undefined };
  }
  if (response.ok) return { fault: undefined };
  const body = await response.text();
  const header = response.headers.get('retry-after') ?? undefined;
  const retryAfterMs = target.kind === 'telegram' ? retryAfterOf(body) : parseRetryAfterMs(header, now);
  return { ...refusalOf(target.kind, response.status, body), retryAfterMs };
}

/** A message as it is sent. */
interface WrittenRequest {
  url: string;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

/** Undefined where nothing can be encrypted for a device. */
function requestOf(target: ChannelTarget, message: ChannelMessage): WrittenRequest | undefined {
  if (target.kind === 'push') return pushRequest(target, message);
  const url = target.kind === 'telegram' ? `${target.url}/bot${target.token}/sendMessage` : target.url;
  const body =
    target.kind === 'telegram' ? telegramBody(target.chatId, message) : BODIES[target.kind](message);
  return { url, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

function telegramBody(chatId: string, { title, paragraphs, link }: ChannelMessage): object {
  return {
    chat_id: chatId,
    text: [title, ...paragraphs, `${link.label}: ${link.url}`].join('\n'),
    link_preview_options: { is_disabled: true },
  };
}

const BODIES: Record<'slack' | 'teams', (message: ChannelMessage) => object> = {
  slack: ({ title, paragraphs, link }) => ({
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
  teams: ({ title, paragraphs, link }) => ({
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
};

function plain(text: string) {
  return { type: 'plain_text', text, emoji: false };
}

function escapeForSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

type Refusal = Omit<Extract<PostOutcome, { fault: ChannelFault }>, 'retryAfterMs'>;

function refusalOf(kind: ChannelKind, status: number, body: string): Refusal {
  const reason = kind === 'slack' ? slackReason(body) : kind === 'telegram' ? descriptionOf(body) : undefined;
  const cure = kind === 'telegram' ? telegramCure(status) : isFinal(status) ? 'target' : undefined;
  return {
    fault: {
      code: 'answered',
      kind,
      status,
      ...(reason !== undefined && { reason }),
      ...(cure !== undefined && { cure }),
    },
    isFinal: cure !== undefined,
    field: cure === undefined || cure === 'target' ? 'url' : cure,
  };
}

/** What cannot be taken at this address later either ends it: refused, not found, gone. Too much at once and failures do not. */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

function telegramCure(status: number): 'token' | 'chat_id' | undefined {
  if (status === 401 || status === 404) return 'token';
  return status === 400 || status === 403 ? 'chat_id' : undefined;
}

/** Slack says why in a word. */
function slackReason(body: string): string | undefined {
  return /^[a-z_]{1,40}$/.exec(body.trim())?.[0];
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

/** An alert that a device has not fetched by then is of a day that has passed. */
const KEPT_S = 86_400;
/** Push services take 4096 bytes in all; a character is 3 at most in UTF-8. */
const MOST_TITLE = 150;
const MOST_TEXT = 800;
const MOST_PATH = 500;

/**
 * A message for a device, encrypted for it alone (RFC 8291) and signed by the service's keys (RFC 8292). Undefined where the device's keys
 * are none.
 */
function pushRequest(
  { url, p256dh, auth, keys }: PushTarget,
  { title, paragraphs, link }: ChannelMessage,
): { url: string; headers: Record<string, string>; body: Uint8Array } | undefined {
  const { protocol, origin, hostname, pathname, search } = new URL(link.url);
  const path = `${pathname}${search}`;
  const message = {
    title: title.slice(0, MOST_TITLE),
    text: paragraphs.join('\n').slice(0, MOST_TEXT),
    path: path.length > MOST_PATH ? '/alerts' : path,
  };
  // Whom a push service may ask about the messages. It takes an https address or one of mail.
  const subject = protocol === 'https:' ? origin : `mailto:operator@${hostname}`;
  try {
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint: url, keys: { p256dh, auth } },
      JSON.stringify(message),
      { vapidDetails: { subject, ...keys }, TTL: KEPT_S, urgency: 'high' },
    );
    // Some are numbers, whatever their type says.
    const texts = Object.entries<string | number>(headers).map(([name, value]) => [
      name.toLowerCase(),
      String(value),
    ]);
    return { url, headers: Object.fromEntries(texts), body };
  } catch {
    return undefined;
  }
}
