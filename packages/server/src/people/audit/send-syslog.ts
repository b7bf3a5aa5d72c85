import { createSocket } from 'node:dgram';
import { connect, isIP, isIPv6, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import type { AuditLine } from './audit-target.ts';

interface SyslogTarget {
  host: string;
  port: number;
  isSecure: boolean;
  hostname: string;
}

const TIMEOUT_MS = 10_000;
/** How long a receiver may take to end a connection that has ended here. */
const CLOSING_MS = 3000;
/** What one datagram of IPv4 can have. */
const MAX_DATAGRAM_BYTES = 65_000;
const MAX_MSGID = 32;
/** Facility "log audit". */
const FACILITY = 13;
const WARNING = 4;
const NOTICE = 5;

/** A message of RFC 5424: the action as MSGID, the entry as JSON in the text. */
export function syslogMessage(line: AuditLine, hostname: string): string {
  const isRefusal = /^(?:credential|sign_in)\.(?:refused|failed)$/.test(line.action);
  const priority = FACILITY * 8 + (isRefusal ? WARNING : NOTICE);
  const name = (text: string) => text.replaceAll(/[^!-~]/g, '') || '-';
  const id = name(line.action).slice(0, MAX_MSGID);
  return `<${priority}>1 ${line.at} ${name(hostname)} lonja - ${id} - ${JSON.stringify(line)}`;
}

/**
 * Sends messages over TCP or TLS (RFC 5425, RFC 6587: each with its length before it) in a connection of their own. Syslog acknowledges
 * nothing: they count as handed over once the connection has ended without an error.
 */
export async function sendOverStream(to: SyslogTarget, lines: readonly AuditLine[]): Promise<void> {
  const { host, port, isSecure } = to;
  const socket: Socket = isSecure
    ? connectSecurely({ host, port, ...(isIP(host) === 0 && { servername: host }) })
    : connect({ host, port });
  const ended = Promise.withResolvers<void>();
  const timer = setTimeout(() => socket.destroy(new Error(`No answer from ${host}.`)), TIMEOUT_MS);
  socket.once('error', ended.reject);
  socket.once('close', () => ended.resolve());
  socket.once(isSecure ? 'secureConnect' : 'connect', () => {
    const messages = lines.map((line) => {
      const message = syslogMessage(line, to.hostname);
      return `${Buffer.byteLength(message)} ${message}`;
    });
    socket.resume();
    socket.end(messages.join(''), () => setTimeout(() => ended.resolve(), CLOSING_MS).unref());
  });
  try {
    await ended.promise;
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

/** Sends each message as a datagram (RFC 5426), of which nobody says whether it arrived. */
export async function sendDatagrams(to: SyslogTarget, lines: readonly AuditLine[]): Promise<void> {
  const socket = createSocket(isIPv6(to.host) ? 'udp6' : 'udp4');
  try {
    for (const line of lines) {
      const whole = Buffer.from(syslogMessage(line, to.hostname));
      const short = { ...line, details: 'too long for a datagram' };
      const message =
        whole.length <= MAX_DATAGRAM_BYTES ? whole : Buffer.from(syslogMessage(short, to.hostname));
      await new Promise<void>((resolve, reject) => {
        socket.send(message, to.port, to.host, (error) => (error === null ? resolve() : reject(error)));
      });
    }
  } finally {
    socket.close();
  }
}
