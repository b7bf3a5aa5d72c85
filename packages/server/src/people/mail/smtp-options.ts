import { parseConnectionUrl } from 'nodemailer/lib/shared';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);

/**
 * How to connect to the mail server of an `smtp://` or `smtps://` address. Beyond this machine mail and password go encrypted alone: a server
 * that offers no STARTTLS is refused, unless the address says `?requireTLS=false`.
 */
export function smtpOptions(smtpUrl: string): ReturnType<typeof parseConnectionUrl> {
  const options = parseConnectionUrl(smtpUrl);
  return { requireTLS: !LOOPBACK.has(options.host ?? ''), ...options };
}
