import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import { type Received, type Receiver, startReceiver } from '../webhooks/receiver.ts';

/** What Slack takes at an incoming webhook, by its documentation. */
const SlackMessage = z.strictObject({
  text: z.string().min(1).max(40_000),
  unfurl_links: z.boolean(),
  blocks: z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('header'), text: plainText(150) }),
        z.strictObject({ type: z.literal('section'), text: plainText(3000) }),
        z.strictObject({
          type: z.literal('context'),
          elements: z
            .array(z.strictObject({ type: z.literal('mrkdwn'), text: z.string().min(1).max(3000) }))
            .max(10),
        }),
      ]),
    )
    .min(1)
    .max(50),
});

function plainText(most: number) {
  return z.strictObject({
    type: z.literal('plain_text'),
    text: z.string().min(1).max(most),
    emoji: z.boolean(),
  });
}

/** What a workflow of Teams takes: one Adaptive Card. */
const TeamsMessage = z.strictObject({
  type: z.literal('message'),
  attachments: z.tuple([
    z.strictObject({
      contentType: z.literal('application/vnd.microsoft.card.adaptive'),
      contentUrl: z.null(),
      content: z.strictObject({
        $schema: z.literal('http://adaptivecards.io/schemas/adaptive-card.json'),
        type: z.literal('AdaptiveCard'),
        version: z.enum(['1.0', '1.1', '1.2', '1.3', '1.4', '1.5']),
        body: z
          .array(
            z.strictObject({
              type: z.literal('RichTextBlock'),
              inlines: z.array(
                z.strictObject({
                  type: z.literal('TextRun'),
                  text: z.string().min(1),
                  weight: z.enum(['Bolder']).optional(),
                }),
              ),
            }),
          )
          .min(1),
        actions: z.array(
          z.strictObject({ type: z.literal('Action.OpenUrl'), title: z.string(), url: z.url() }),
        ),
      }),
    }),
  ]),
});
const MOST_TEAMS_BYTES = 28_000;

/** What `sendMessage` of Telegram takes. */
const TelegramMessage = z.strictObject({
  chat_id: z.string(),
  text: z.string().min(1),
  link_preview_options: z.strictObject({ is_disabled: z.boolean() }),
});
const MOST_TELEGRAM_CHARACTERS = 4096;

export const SLACK_PATH = '/services/T0A1/B0A1/oneTwoThreeFourFive';
export const TEAMS_PATH =
  '/workflows/f1e2/triggers/manual/paths/invoke?api-version=1&sp=%2Frun&sig=oneTwoThree';
export const TELEGRAM_TOKEN = '123456789:AAExampleTokenOfABotThatIsNone12345';
export const TELEGRAM_CHAT = '-1001234567890';

/** Slack, Teams and Telegram on loopback: each judges a message as the real one does, and keeps the texts that it took. */
export interface Messengers {
  url: string;
  receiver: Receiver;
  /** Texts that were taken, of each kind. */
  taken: Record<'slack' | 'teams' | 'telegram', string[]>;
  /** What is answered in place of the usual; undefined: the usual. */
  fault:
    | ((request: Received) => { status: number; body: string; headers?: Record<string, string> } | undefined)
    | undefined;
  close(): Promise<void>;
}

export async function startMessengers(): Promise<Messengers> {
  const receiver = await startReceiver((request, response) => {
    const fault = messengers.fault?.(request);
    if (fault !== undefined) answer(response, fault.status, fault.body, fault.headers);
    else if (request.path.startsWith('/services/')) answerAsSlack(request, response, messengers.taken.slack);
    else if (request.path.startsWith('/workflows/')) answerAsTeams(request, response, messengers.taken.teams);
    else answerAsTelegram(request, response, messengers.taken.telegram);
  });
  const messengers: Messengers = {
    url: receiver.url,
    receiver,
    taken: { slack: [], teams: [], telegram: [] },
    fault: undefined,
    close: () => receiver.close(),
  };
  return messengers;
}

function answerAsSlack({ path, body }: Received, response: ServerResponse, taken: string[]): void {
  if (path !== SLACK_PATH) return answer(response, 404, 'no_service');
  const message = SlackMessage.safeParse(JSON.parse(body.toString()));
  if (!message.success) return answer(response, 400, 'invalid_blocks');
  const texts = message.data.blocks.flatMap((block) =>
    block.type === 'context' ? block.elements.map(({ text }) => text) : [block.text.text],
  );
  taken.push(texts.join('\n'));
  answer(response, 200, 'ok');
}

function answerAsTeams({ path, body }: Received, response: ServerResponse, taken: string[]): void {
  if (path !== TEAMS_PATH)
    return answer(
      response,
      401,
      '{"error":{"code":"DirectApiAuthorizationRequired","message":"Signature."}}',
    );
  const message = TeamsMessage.safeParse(JSON.parse(body.toString()));
  if (!message.success || body.length > MOST_TEAMS_BYTES) return answer(response, 400, '{"error":{}}');
  const [{ content }] = message.data.attachments;
  const texts = content.body.flatMap(({ inlines }) => inlines.map(({ text }) => text));
  taken.push([...texts, ...content.actions.map(({ title, url }) => `${title}: ${url}`)].join('\n'));
  answer(response, 202, '');
}

function answerAsTelegram({ path, body }: Received, response: ServerResponse, taken: string[]): void {
  const refuse = (code: number, description: string) =>
    answer(response, code, JSON.stringify({ ok: false, error_code: code, description }), JSON_TYPE);
  if (path !== `/bot${TELEGRAM_TOKEN}/sendMessage`) return refuse(401, 'Unauthorized');
  const { chat_id, text } = TelegramMessage.parse(JSON.parse(body.toString()));
  if (chat_id !== TELEGRAM_CHAT) return refuse(400, 'Bad Request: chat not found');
  if (text.length > MOST_TELEGRAM_CHARACTERS) return refuse(400, 'Bad Request: message is too long');
  taken.push(text);
  answer(response, 200, JSON.stringify({ ok: true, result: { message_id: taken.length } }), JSON_TYPE);
}

const JSON_TYPE = { 'content-type': 'application/json' };

function answer(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = { 'content-type': 'text/plain' },
): void {
  response.writeHead(status, headers).end(body);
}
