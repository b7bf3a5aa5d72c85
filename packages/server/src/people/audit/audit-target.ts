import { createSocket } from 'node:dgram';
import { connect, isIP, isIPv6, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';

/** What is sent of an entry of the audit, as JSON. */
export interface AuditLine {
  at: string;
  action: string;
  [field: string]: unknown;
}

/** Where entries of the audit are sent. Resolves once they were handed over; rejects otherwise. */
export type AuditTarget = (lines: readonly AuditLine[]) => Promise<void>;

interface AuditTargetSettings {
  /** `https:`, `http:`, `syslog+tls:`, `syslog+tcp:` or `syslog+udp:`. */
  url: URL;
  /** Bearer token of HTTP. */
  token: string | undefined;
  /** How this service is called in syslog. */
  hostname: string;
}

const SYSLOG_PORTS: Record<string, number> = { 'syslog+tls:': 6514, 'syslog+tcp:': 601, 'syslog+udp:': 514 };
const AUDIT_PROTOCOLS: ReadonlySet<string> = new Set(['https:', 'http:', ...Object.keys(SYSLOG_PORTS)]);

/** Whether a text can be the address of a target: it has a host, and no password, which would be in lists of settings. */
export function isAuditAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !AUDIT_PROTOCOLS.has(url.protocol) || url.hostname === '') return false;
  return url.username === '' && url.password === '';
}

export function createAuditTarget({ url, token, hostname }: AuditTargetSettings): AuditTarget {
  const standardPort = SYSLOG_PORTS[url.protocol];
  if (standardPort === undefined) return (lines) => postLines({ url, token }, lines);
  const to = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? standardPort : Number(url.port),
    isSecure: url.protocol === 'syslog+tls:',
    hostname,
  };
  return url.protocol === 'syslog+udp:'
    ? (lines) => sendDatagrams(to, lines)
    : (lines) => sendOverStream(to, lines);
}

const TIMEOUT_MS = 10_000;

/** Posts lines of JSON in one request, which has to be answered with 2xx. Redirects are not followed: they would take the token along. */
async function postLines(
  { url, token }: { url: URL; token: string | undefined },
  lines: readonly AuditLine[],
): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'Content-Type': 'application/x-ndjson',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The target of the audit answered ${response.status}.`);
}

interface SyslogTarget {
  host: string;
  port: number;
  isSecure: boolean;
  hostname: string;
}
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
async function sendOverStream(to: SyslogTarget, lines: readonly AuditLine[]): Promise<void> {
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
async function sendDatagrams(to: SyslogTarget, lines: readonly AuditLine[]): Promise<void> {
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
