import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { smtpOptions } from './smtp-options.ts';

const TIMEOUT_MS = 10_000;

export interface ProbedServer {
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
