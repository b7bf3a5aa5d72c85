import type { AlertChannel } from '@lonja/client';
import { client } from '../../api/client.ts';
import { createStoredValue } from '../../stored-value.ts';

/** The channel that this browser was added as. */
const added = createStoredValue('lonja.device');

/** Whether this browser can be told alerts: not without https, and on iOS only once it is on the home screen. */
export function canNotify(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

/** Its channel among those of the user. */
export function findDevice(channels: readonly AlertChannel[]): AlertChannel | undefined {
  return channels.find(({ id }) => id === added.get());
}

/** The reader has not allowed notifications. */
export class NotAllowed extends Error {}

/**
 * Asks for the permission and adds this browser as a channel, in place of the one that it was. A subscription of before, which may be that
 * of another reader, ends.
 */
export async function addDevice(before: AlertChannel | undefined): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotAllowed();
  const { public_key: applicationServerKey } = await client.notifications.pushKey();
  await navigator.serviceWorker.register('/service-worker.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint, keys } = subscription.toJSON();
  try {
    if (before !== undefined) await client.notifications.deleteAlertChannel({ id: before.id });
    const { id } = await client.notifications.createAlertChannel({
      kind: 'push',
      name: before?.name ?? deviceName(navigator.userAgent),
      url: endpoint ?? '',
      p256dh: keys?.['p256dh'],
      auth: keys?.['auth'],
      ...(before !== undefined && {
        quiet_from: before.quiet_from,
        quiet_to: before.quiet_to,
        digest_at: before.digest_at,
        time_zone: before.time_zone,
      }),
    });
    added.set(id);
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
}

/** Ends the subscription of this browser where the channel is its own. */
export async function dropDevice(id: string): Promise<void> {
  if (added.get() !== id) return;
  added.set(null);
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.unregister();
}

const BROWSERS = [
  ['Edge', /Edg/],
  ['Opera', /OPR/],
  ['Firefox', /Firefox|FxiOS/],
  ['Chrome', /Chrome|CriOS/],
  ['Safari', /Safari/],
] as const;
const SYSTEMS = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['Mac', /Mac OS/],
  ['Linux', /Linux/],
] as const;

/** What a reader knows the device by, such as `Firefox, Linux`; it can be changed later. */
function deviceName(userAgent: string): string {
  const among = (names: typeof BROWSERS | typeof SYSTEMS) =>
    names.find(([, pattern]) => pattern.test(userAgent))?.[0];
  return [among(BROWSERS) ?? 'Web', among(SYSTEMS)].filter((part) => part !== undefined).join(', ');
}
