import { access, constants } from 'node:fs/promises';
import { probeMailServer } from '../../people/mail/mail-transport.ts';
import type { Db } from '../../ground/database/database.ts';
import { countUnsentMail } from '../../people/mail/mail-queue.ts';
import { type Check, fault, ok, reasonOf, warning } from './check.ts';

const NAME = 'mail';

/** Whether mail could be sent: the server lets in and encrypts, or the outbox can be written to. Nothing is sent. */
export async function checkMail({
  smtpUrl,
  outboxDir,
  dataDir,
}: {
  smtpUrl: string | undefined;
  outboxDir: string;
  dataDir: string;
}): Promise<Check> {
  return smtpUrl === undefined ? checkOutbox(outboxDir, dataDir) : checkServer(smtpUrl);
}

/** Mail that does not go. */
export async function checkMailQueue(db: Db): Promise<Check[]> {
  const { mails, attempts } = await countUnsentMail(db);
  if (mails === 0) return [];
  const text = `${mails} ${mails === 1 ? 'mail waits' : 'mails wait'}, tried up to ${attempts} times`;
  return [warning('mail queue', 'mail_waits', text, 'see the log of the service')];
}

async function checkServer(smtpUrl: string): Promise<Check> {
  const { hostname, port } = new URL(smtpUrl);
  const server = port === '' ? hostname : `${hostname}:${port}`;
  try {
    const { isEncrypted, isSignedIn } = await probeMailServer(smtpUrl);
    const text = `${server} answers, ${isEncrypted ? 'with' : 'without'} TLS${isSignedIn ? ', signed in' : ''}`;
    const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
    return isEncrypted || isLocal
      ? ok(NAME, 'mail_server_ok', text)
      : warning(
          NAME,
          'mail_not_encrypted',
          text,
          'use a server with TLS: smtps://, or one that offers STARTTLS',
        );
  } catch (error) {
    return fault(
      NAME,
      'mail_refused',
      `${server} does not take mail: ${reasonOf(error)}`,
      'check SMTP_URL and the server',
    );
  }
}

async function checkOutbox(outboxDir: string, dataDir: string): Promise<Check> {
  const canWrite = (folder: string) =>
    access(folder, constants.W_OK | constants.X_OK).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        return false;
      },
    );
  // It is made with the first mail.
  const isWritable = (await canWrite(outboxDir)) ?? (await canWrite(dataDir)) ?? false;
  return isWritable
    ? ok(NAME, 'outbox_ok', `no SMTP_URL is set: mail is written to ${outboxDir}`)
    : fault(
        NAME,
        'outbox_not_writable',
        `${outboxDir} cannot be written to`,
        'check who owns it, or set SMTP_URL',
      );
}
