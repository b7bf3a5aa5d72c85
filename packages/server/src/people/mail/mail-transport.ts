import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { RenderedMail } from './render-letter.ts';

export interface MailTransport {
  /** Hands a mail over; rejects when it could not be. Gives the file that holds it when it went to the outbox. */
  send(mail: RenderedMail & { to: string }): Promise<{ file: string | undefined }>;
}

interface MailTransportOptions {
  /** `smtp://` or `smtps://`; undefined: mail is written to `outboxDir`. */
  smtpUrl: string | undefined;
  from: string;
  outboxDir: string;
}

const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;
/** What a mail may not pull in, whatever its text says. */
const NO_INCLUSION = { disableFileAccess: true, disableUrlAccess: true };

/** Sends through an SMTP server or, without one, writes every mail to a file `<instant>-<random>.eml`. */
export function createMailTransport({ smtpUrl, from, outboxDir }: MailTransportOptions): MailTransport {
  return smtpUrl === undefined ? outboxTransport(from, outboxDir) : smtpTransport(from, smtpUrl);
}

function smtpTransport(from: string, smtpUrl: string): MailTransport {
  const transport = createTransport({
    ...smtpOptions(smtpUrl),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    ...NO_INCLUSION,
  });
  return {
    async send(mail) {
      await transport.sendMail({ from, ...mail });
      return { file: undefined };
    },
  };
}

function outboxTransport(from: string, outboxDir: string): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true, ...NO_INCLUSION });
  return {
    async send(mail) {
      const { message } = await transport.sendMail({ from, ...mail });
      await mkdir(outboxDir, { recursive: true, mode: 0o700 });
      const instant = new Date().toISOString().replaceAll(/[:.]/g, '-');
      const file = path.join(outboxDir, `${instant}-${randomBytes(4).toString('hex')}.eml`);
      // A program that watches the folder for .eml files sees whole ones only.
      await writeFile(`${file}.part`, message, { mode: 0o600, flag: 'wx' });
      await rename(`${file}.part`, file);
      return { file };
    },
  };
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);

/**
 * How to connect to the mail server of an `smtp://` or `smtps://` address. Beyond this machine mail and password go encrypted alone: a server
 * that offers no STARTTLS is refused, unless the address says `?requireTLS=false`.
 */
export function smtpOptions(smtpUrl: string): ReturnType<typeof parseConnectionUrl> {
  const options = parseConnectionUrl(smtpUrl);
  return { requireTLS: !LOOPBACK.has(options.host ?? ''), ...options };
}

const TIMEOUT_MS = 10_000;

interface ProbedServer {
  /** Whether the connection was encrypted in the end, from its start or by STARTTLS. */
  isEncrypted: boolean;
  /** Whether the address names a user, who was let in. */
  isSignedIn: boolean;
}

/** Connects to a mail server as mail does, signs in where the address names a user, and sends nothing. Rejects with what the server said. */
export async function probeMailServer(smtpUrl: string): Promise<ProbedServer> {
  const { auth, ...options } = smtpOptions(smtpUrl);
  const connection = new SMTPConnection({
    ...options,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  const { promise: broken, reject: onBroken } = Promise.withResolvers<never>();
  // An end that comes after the last step is the one that was asked for: nobody waits for it.
  broken.catch(() => {});
  connection.once('error', onBroken);
  connection.once('end', () => onBroken(new Error('it ended the connection')));
  try {
    await Promise.race([broken, connected(connection)]);
    if (auth !== undefined) await Promise.race([broken, signedIn(connection, auth)]);
    const isEncrypted = connection.secure;
    connection.quit();
    return { isEncrypted, isSignedIn: auth !== undefined };
  } finally {
    connection.close();
  }
}

async function connected(connection: SMTPConnection): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.connect((error) => (error ? reject(error) : resolve()));
  });
}

async function signedIn(
  connection: SMTPConnection,
  auth: Parameters<SMTPConnection['login']>[0],
): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.login(auth, (error) => (error ? reject(error) : resolve()));
  });
}
