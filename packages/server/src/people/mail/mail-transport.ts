import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { RenderedMail } from './render-letter.ts';
import { smtpOptions } from './smtp-options.ts';

export interface MailTransport {
  /** Hands a mail over; rejects when it could not be. Gives the file that holds it when it went to the outbox. */
  send(mail: RenderedMail & { to: string }): Promise<{ file: string | undefined }>;
}

export interface MailTransportOptions {
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
