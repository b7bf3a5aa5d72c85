import { ECDH } from 'node:crypto';
import { z } from 'zod';
import { CHANNEL_KINDS } from '../../ground/database/notification-schema.ts';
import { instantField, nullableText } from '../../ground/http/fields.ts';
import { pageOf } from '../../ground/http/paging.ts';
import { isFitLine } from '../../ground/http/text-fault.ts';
import { idField, lineField, shownField } from '../../people/access/account-fields.ts';
import { isTimeZone } from '../../people/settings/schemas.ts';

const LONGEST_URL = 2048;

const Kind = z.enum(CHANNEL_KINDS).meta({
  description: 'Service that alerts are sent to; `push`: a device of the user, by Web Push',
  examples: ['slack'],
});

const Owner = z.enum(['user', 'tenant']).meta({
  description:
    '`user`: for the alerts of the own rules; `tenant`: for those of all its users, kept by admins',
  examples: ['user'],
});

const Url = z
  .string()
  .min(1)
  .max(LONGEST_URL)
  .refine(isFitLine, 'Send one line without control characters.')
  .meta({
    description:
      'Address of the incoming webhook of Slack or of the workflow of Teams; for a device `endpoint` of its subscription; for Telegram a bot API of your own, if any. Never shown again',
    examples: ['https://hooks.slack.com/services/T000/B000/XXXX'],
  });

const Token = z
  .string()
  .regex(/^\d{1,20}:[\w-]{20,100}$/, 'Send the token that @BotFather gave you, such as 123456:ABC-DEF...')
  .meta({
    description: 'Telegram: token of the bot. Never shown again',
    examples: ['123456:ABC-DEF1234ghIkl-zyx57W2v1u1'],
  });

const ChatId = z
  .string()
  .regex(/^(-?\d{1,20}|@\w{4,64})$/, 'Send the number of the chat, or @name of a public channel.')
  .meta({ description: 'Telegram: chat to write to. Never shown again', examples: ['-1001234567890'] });

const DeviceKey = z
  .string()
  .max(90)
  .refine(isPoint, 'Send the key p256dh of the subscription, in base64url.')
  .meta({
    description: 'Device: key `p256dh` of its subscription',
    examples: ['BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'],
  });
const DeviceSecret = z
  .string()
  .regex(/^[\w-]{22}(==)?$/, 'Send the key auth of the subscription, in base64url.')
  .meta({
    description: 'Device: key `auth` of its subscription. Never shown again',
    examples: ['BTBZMqHH6r4Tts7J_aSIgg'],
  });

/** Whether a text is a point of P-256, not compressed. */
function isPoint(text: string): boolean {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== 65) return false;
  try {
    ECDH.convertKey(bytes, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}

const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Send a time of day as HH:MM, such as 22:00.');
const QuietFrom = Time.nullable().meta({
  description: 'Nothing is sent from this local time on; null: no quiet hours',
  examples: ['22:00'],
});
const QuietTo = Time.nullable().meta({ description: 'Until this local time', examples: ['07:00'] });
const DigestAt = Time.nullable().meta({
  description: 'All alerts of a day in one message at this local time; null: each as it comes',
  examples: [null],
});
const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'Send a zone of the tz database, such as Europe/Madrid.')
  .meta({ description: 'Zone of these times', examples: ['Europe/Madrid'] });
const Name = lineField('Name of the channel', 'Trading desk');
const Enabled = z
  .boolean()
  .meta({ description: 'False: nothing is sent, and new alerts do not wait', examples: [true] });

const timeFields = { quiet_from: QuietFrom, quiet_to: QuietTo, digest_at: DigestAt };

export const NewAlertChannel = z
  .strictObject(
    {
      kind: Kind,
      name: Name,
      owner: Owner.default('user'),
      url: Url.optional(),
      token: Token.optional(),
      chat_id: ChatId.optional(),
      p256dh: DeviceKey.optional(),
      auth: DeviceSecret.optional(),
      quiet_from: QuietFrom.default(null),
      quiet_to: QuietTo.default(null),
      digest_at: DigestAt.default(null),
      time_zone: TimeZone.optional(),
    },
    'Send kind, name and where to send as JSON.',
  )
  .meta({ id: 'NewAlertChannel' });

export const AlertChannelChange = z
  .strictObject(
    {
      name: Name,
      url: Url,
      token: Token,
      chat_id: ChatId,
      ...timeFields,
      time_zone: TimeZone,
      enabled: Enabled,
    },
    'Send the fields to change as JSON.',
  )
  .partial()
  .refine((changes) => Object.keys(changes).length > 0, 'Send at least one field to change.')
  .meta({ id: 'AlertChannelChange' });

export const AlertChannelRecord = z
  .object({
    id: idField('Identifier of the channel'),
    kind: Kind,
    name: shownField('Name of the channel', 'Trading desk'),
    owner: Owner,
    host: shownField('Host of the address; the rest of it is not shown', 'hooks.slack.com'),
    ...timeFields,
    time_zone: shownField('Zone of these times', 'Europe/Madrid'),
    enabled: Enabled,
    created_at: instantField('When it was created'),
    updated_at: instantField('When it was last changed'),
    last_success_at: instantField('When alerts were last sent').nullable(),
    last_failure_at: instantField('When that last failed').nullable(),
    last_error: nullableText(
      "Why the last try failed, in the reader's language; null once one has succeeded",
      null,
    ),
  })
  .meta({ id: 'AlertChannel' });
export type AlertChannelRecord = z.infer<typeof AlertChannelRecord>;

export const AlertChannelPage = pageOf(AlertChannelRecord).meta({ id: 'AlertChannelPage' });

export const AlertChannelTest = z
  .object({
    delivered: z.boolean().meta({ description: 'Whether the service took the message', examples: [true] }),
    detail: nullableText('Why not, and what to do; null where it did', null),
  })
  .meta({ id: 'AlertChannelTest' });

export const PushKey = z
  .object({
    public_key: z.string().meta({
      description: '`applicationServerKey` of a subscription, in base64url',
      examples: ['BDd3_hVL9fZi9Ybo2UUzA284WG5FZR30_95YeZJsiApwXKpNcF1rRPF3foIiBHXRdJI2Qhumhf6_LFTeZaNndIo'],
    }),
  })
  .meta({ id: 'PushKey' });
