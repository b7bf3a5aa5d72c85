import webPush from 'web-push';
import type { PushTarget } from './channel-target.ts';
import type { ChannelMessage } from './compose-message.ts';

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
export function pushRequest(
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
