import { DAY_MS } from '@lonja/forecasting/market';
import type { Clock } from '../../ground/timing/clock.ts';
import type { Locale } from '../../ground/config/locale.ts';
import { lockApiKey } from './api-keys.ts';
import { appendAudit } from '../audit/audit.ts';
import type { Db } from '../../ground/database/database.ts';
import { type ExpiringKey, listExpiringKeys, wasReminded } from './expiring-keys.ts';
import { queueMails } from '../mail/mail-queue.ts';
import { listAdmins } from '../access/list-admins.ts';

/** Days before its end at which the admins are reminded of a key, the last one on its last day. */
const REMINDERS = [0, 3, 14];
const ACTION = 'api_key.expiry_reminded';

/** Reminds admins of keys that are about to end, once for each of the days. Gives how many reminders were sent. */
export async function remindOfExpiry({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  const now = clock.now();
  let sent = 0;
  for (const key of await listExpiringKeys(db, { from: now, to: now + leadMs(14) })) {
    const days = REMINDERS.find((one) => key.expiresAt - now < leadMs(one));
    // Who makes a key for two days needs no reminder three days before.
    if (days === undefined || key.createdAt > key.expiresAt - leadMs(days)) continue;
    if (await remind(db, key, { days, now })) sent++;
  }
  return sent;
}

/** Zero days before is the last day. */
function leadMs(days: number): number {
  return Math.max(1, days) * DAY_MS;
}

/** The mail and the note that it was sent are one transaction, so neither is there without the other. */
async function remind(
  db: Db,
  key: ExpiringKey,
  { days, now }: { days: number; now: number },
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const held = await lockApiKey(tx, key.id);
    if (held === undefined || held.revokedAt !== undefined || held.replacedBy !== undefined) return false;
    if (await wasReminded(tx, key, { action: ACTION, days, since: key.expiresAt - leadMs(14) - DAY_MS }))
      return false;
    const { tenantId } = key;
    const admins = await listAdmins(tx, tenantId);
    await queueMails(
      tx,
      admins.map(({ email, locale }) => ({ tenantId, to: email, locale, message: letter(locale, key), now })),
    );
    await appendAudit(tx, {
      tenantId,
      actor: { kind: 'system', id: undefined },
      action: ACTION,
      target: { type: 'api_key', id: key.id },
      details: { label: key.label, days, expires_at: new Date(key.expiresAt).toISOString() },
      now,
    });
    return true;
  });
}

function letter(locale: Locale, { label, prefix, expiresAt }: ExpiringKey) {
  const end = new Intl.DateTimeFormat(locale === 'es' ? 'es-ES' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Madrid',
  }).format(expiresAt);
  const kind = 'notice' as const;
  return locale === 'es'
    ? {
        kind,
        subject: `La clave de API «${label}» caduca pronto`,
        paragraphs: [
          `La clave ${prefix}… caduca el ${end}, hora de Madrid. Desde entonces se rechazan las peticiones con ella.`,
          'Si un programa la usa todavía, cree otra clave y cámbiela en el programa antes de esa fecha. Si nadie la usa, no hay que hacer nada.',
        ],
        link: { label: 'Ver las claves', path: '/api-keys' },
      }
    : {
        kind,
        subject: `The API key "${label}" expires soon`,
        paragraphs: [
          `The key ${prefix}... expires on ${end}, Madrid time. Requests with it are refused from then on.`,
          'If a program still uses it, create another key and change it in the program before then. If nobody uses it, there is nothing to do.',
        ],
        link: { label: 'See the keys', path: '/api-keys' },
      };
}
