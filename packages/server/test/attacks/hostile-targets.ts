import { AppError } from '../../src/ground/errors.ts';
import type { Principal } from '../../src/people/access/principal.ts';
import { createEndpoint } from '../../src/outbound/webhooks/rules.ts';
import type { WebhookContext } from '../../src/outbound/webhooks/webhook-context.ts';
import type { Tried } from './tried.ts';

/** Names as an attacker's DNS answers them, who may change them at any time. */
export const NAMES: Record<string, string[]> = {
  'loopback.evil.example.com': ['127.0.0.1'],
  'loopback6.evil.example.com': ['::1'],
  'metadata.evil.example.com': ['169.254.169.254'],
  'private.evil.example.com': ['10.0.0.1'],
  'mapped.evil.example.com': ['::ffff:127.0.0.1'],
  'nat64.evil.example.com': ['64:ff9b::7f00:1'],
  'sixtofour.evil.example.com': ['2002:7f00:1::'],
  'cgnat.evil.example.com': ['100.64.0.1'],
  'unspecified.evil.example.com': ['0.0.0.0'],
  'mixed.evil.example.com': ['93.184.216.34', '127.0.0.1'],
  'mixed6.evil.example.com': ['2606:4700::1111', 'fd00::1'],
  'xn--e1afmkfd.evil.example.com': ['127.0.0.1'],
};
/** Answers for a name as the attacker's DNS does. */
export async function resolveAsAttacker(hostname: string): Promise<{ address: string; family: 4 | 6 }[]> {
  const addresses = NAMES[hostname] ?? [];
  return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
}

const HOSTS = [
  // Loopback in every spelling that URL parsers know.
  'localhost',
  'LOCALHOST',
  'localhost.',
  'app.localhost',
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '0177.1',
  '127.255.255.254',
  '0',
  '0.0.0.0',
  '0x0',
  '１２７.０.０.１',
  '127。0。0。1',
  'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:0:127.0.0.1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::1]',
  '[2001::1]',
  // Private networks.
  '10.0.0.1',
  '10.1',
  '167772161',
  '0xa000001',
  '012.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '192.168.257',
  '[fc00::1]',
  '[fd12:3456::1]',
  '[fe80::1]',
  '[fec0::1]',
  '100.64.0.1',
  '198.18.0.1',
  // Metadata of clouds.
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '[::ffff:a9fe:a9fe]',
  '[fd00:ec2::254]',
  '100.100.100.200',
  '168.63.129.16',
  'metadata.google.internal',
  'router.local',
  'intranet',
  // Multicast, documentation, reserved.
  '224.0.0.1',
  '255.255.255.255',
  '240.0.0.1',
  '192.0.2.1',
  '203.0.113.7',
  '192.88.99.1',
  '[ff02::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[100::1]',
  ...Object.keys(NAMES),
];

/** Addresses of webhooks that lead where none may go; `port` is open on every address of this machine. */
export const hostileTargets = (port: number): string[] => [
  ...HOSTS.map((host) => `https://${host}:${port}/hook`),
  // What is not an https URL of a plain host on an allowed port.
  `http://93.184.216.34:${port}/`,
  'ftp://93.184.216.34/',
  'file:///etc/passwd',
  'data:text/plain,x',
  'gopher://127.0.0.1/',
  'https://user@93.184.216.34/',
  'https://user:password@93.184.216.34/',
  `https://93.184.216.34@127.0.0.1:${port}/`,
  `https://127.0.0.1:${port}#@93.184.216.34/`,
  `https://127.0.0.1:${port}\\@93.184.216.34/`,
  'https://93.184.216.34:22/',
  'https://93.184.216.34:80/',
  'https://93.184.216.34:0/',
  'https://93.184.216.34:1024/',
  'https://93.184.216.34:99999/',
  'https://[::1%25lo]/',
  'https:///hook',
  '//127.0.0.1/hook',
  'https://',
];

/** Tries to register every one of them. Broken: those that were taken. */
export async function tryHostileTargets(
  context: WebhookContext,
  admin: Principal,
  port: number,
): Promise<Tried> {
  const urls = hostileTargets(port);
  const broken: string[] = [];
  for (const url of urls) {
    try {
      await createEndpoint(context, admin, { name: 'x', url, events: ['forecast.published'] });
      broken.push(url);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'validation_error')
        broken.push(`${url}: ${String(error)}`);
    }
  }
  return { tries: urls.length, broken };
}
