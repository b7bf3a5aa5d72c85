import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A key and a certificate for one host name, signed by itself. */
export function selfSigned(hostname: string): { key: string; cert: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'lonja-tls-'));
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const subject = ['-days', '2', '-subj', '/CN=test', '-addext', `subjectAltName=DNS:${hostname}`];
  const { status, stderr } = spawnSync('openssl', [...request, '-keyout', key, '-out', cert, ...subject]);
  if (status !== 0) throw new Error(`openssl: ${stderr.toString()}`);
  const made = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  rmSync(folder, { recursive: true });
  return made;
}
