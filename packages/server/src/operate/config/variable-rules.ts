import { isIP } from 'node:net';
import { z } from 'zod';
import { databaseAddressFault } from '../../ground/database/database-address.ts';
import { SEALING_KEY_BYTES } from '../../ground/secrets/sealing.ts';
import { parseSessionSecrets, SESSION_SECRET_BYTES } from '../../ground/secrets/session-secrets.ts';
import { LIVE_SOURCES, type SourceName, type SourcesSetting } from '../../market/connectors/source.ts';
import { parseOrigins } from '../../people/access/cross-origin.ts';

/** The address of a PostgreSQL database. */
export const DatabaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, { error: 'must start with postgres:// or postgresql://', abort: true })
  .superRefine((text, context) => {
    const fault = databaseAddressFault(text);
    if (fault !== undefined) context.addIssue(fault);
  });

/** An address in place of a source's own. */
export const SourceUrl = z
  .string()
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'must be an http or https address',
  )
  .optional();

/** The token of a source. */
export const Token = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/, 'must be a token without spaces')
  .optional();

/** On or off. */
export const Switch = z
  .enum(['true', 'false', '1', '0'], 'must be true or false')
  .transform((text) => text === 'true' || text === '1');

/** A whole number of at most so many digits from `least` to `most`, or the fault `message`. */
export function whole(
  message: string,
  { least = 0, most, digits = 5 }: { least?: number; most: number; digits?: number },
) {
  return z
    .string()
    .regex(new RegExp(`^\\d{1,${digits}}$`), message)
    .transform(Number)
    .refine((value) => value >= least && value <= most, message);
}

/** Whole units of time from 0 to `most`. */
export function wholeUnits(
  unit: 'minutes' | 'seconds' | 'milliseconds',
  { most, byDefault }: { most: number; byDefault: number },
) {
  return whole(`must be whole ${unit} from 0 to ${most}`, { most }).default(byDefault);
}

/** A limit of requests or the like. */
export function count(most: number, byDefault: number) {
  const message = `must be a whole number from 1 to ${most}`;
  return whole(message, { least: 1, most, digits: 9 }).default(byDefault);
}

const MOST_DAYS = 36_600;

/** How long something is kept; 36,600 days are a hundred years. */
export function days({ byDefault, least }: { byDefault: number; least: number }) {
  return whole(`must be days from ${least} to ${MOST_DAYS}`, { least, most: MOST_DAYS }).default(byDefault);
}

/** A port to listen on; 0 for a free one. */
export const Port = whole('must be a port number from 0 to 65535', { most: 65_535 });

/** How much the log says. */
export const LogLevel = z
  .enum(['trace', 'debug', 'info', 'warn', 'error'], 'must be trace, debug, info, warn or error')
  .default('info');

/** How the log is written. */
export const LogFormat = z.enum(['json', 'text'], 'must be json or text').optional();

/** The address of a mail server. */
export const SmtpUrl = z
  .string()
  .refine(
    (text) => /^smtps?:$/.test(URL.parse(text)?.protocol ?? ''),
    'must be an address such as smtp://user:password@mail.example.com:587',
  );

/** Origins of pages or of providers. */
export const Origins = z.string().transform(parseOrigins);

/** Secrets that sign sessions. */
export const Secrets = z.string().transform((text, context) => {
  const secrets = parseSessionSecrets(text);
  if (secrets !== undefined) return secrets;
  context.addIssue({
    code: 'custom',
    message: `must be secrets of at least ${SESSION_SECRET_BYTES} bytes in base64url separated by commas, the newest first`,
  });
  return z.NEVER;
});

/** Keys that seal stored secrets. */
export const SealingKeys = z.string().transform((text, context) => {
  const keys = text.split(',').map((key) => Buffer.from(key.trim(), 'base64url'));
  if (keys.some((key) => key.length !== SEALING_KEY_BYTES)) {
    context.addIssue({
      code: 'custom',
      message: `must be keys of ${SEALING_KEY_BYTES} bytes in base64url separated by commas, the newest first`,
    });
  }
  return keys;
});

const SOURCE_NAMES: readonly SourceName[] = [...LIVE_SOURCES, 'simulator'];

/** Names of sources, or `auto`. */
export const Sources = z.string().transform((text, context): SourcesSetting => {
  if (text === 'auto') return 'auto';
  const names = text.split(',').map((name) => name.trim());
  const known = names.filter((name): name is SourceName => SOURCE_NAMES.some((source) => source === name));
  if (known.length !== names.length || known.length === 0) {
    context.addIssue({
      code: 'custom',
      message: `must be "auto" or a list of ${SOURCE_NAMES.join(', ')} separated by commas`,
    });
  }
  return known;
});

/** Addresses and ranges of reverse proxies. */
export const Proxies = z.string().transform((text, context) => {
  const proxies = text.split(',').map((proxy) => proxy.trim());
  if (!proxies.every(isProxy)) {
    context.addIssue({
      code: 'custom',
      message: 'must be a list of addresses or ranges such as 10.0.0.0/8, separated by commas',
    });
  }
  return proxies;
});

/** An address, or a range in the notation with a slash. */
function isProxy(text: string): boolean {
  const [address, bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
