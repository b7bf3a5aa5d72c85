import { postLines } from './post-lines.ts';
import { sendDatagrams, sendOverStream } from './send-syslog.ts';

/** What is sent of an entry of the audit, as JSON. */
export interface AuditLine {
  at: string;
  action: string;
  [field: string]: unknown;
}

/** Where entries of the audit are sent. Resolves once they were handed over; rejects otherwise. */
export type AuditTarget = (lines: readonly AuditLine[]) => Promise<void>;

export interface AuditTargetSettings {
  /** `https:`, `http:`, `syslog+tls:`, `syslog+tcp:` or `syslog+udp:`. */
  url: URL;
  /** Bearer token of HTTP. */
  token: string | undefined;
  /** How this service is called in syslog. */
  hostname: string;
}

const SYSLOG_PORTS: Record<string, number> = { 'syslog+tls:': 6514, 'syslog+tcp:': 601, 'syslog+udp:': 514 };
export const AUDIT_PROTOCOLS: readonly string[] = ['https:', 'http:', ...Object.keys(SYSLOG_PORTS)];

/** Whether a text can be the address of a target: it has a host, and no password, which would be in lists of settings. */
export function isAuditAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !AUDIT_PROTOCOLS.includes(url.protocol) || url.hostname === '') return false;
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
