import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const PROGRAM = ['/usr/bin/openssl', '/usr/local/bin/openssl', '/opt/homebrew/bin/openssl'].find(existsSync);

/** Why tests with an authority are skipped; false where none is. */
export const WITHOUT_OPENSSL: string | false = PROGRAM === undefined && 'needs openssl';

/** An authority of RFC 3161 by OpenSSL, on loopback. */
export interface TimestampAuthority {
  url: URL;
  /** Certificate of its issuer. */
  ca: string;
  /** How many questions came. */
  questions(): number;
  /** What is answered from now on in place of a time stamp; undefined ends it. */
  answerWith(other: { status: number; body: Buffer } | undefined): void;
  close(): Promise<void>;
}

const SETTINGS = `
[tsa]
default_tsa = only
[only]
serial = ./serial
signer_cert = ./tsa.pem
signer_key = ./tsa.key
certs = ./ca.pem
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_alg = sha256
`;

/** `purpose` is the extended key usage of its certificate. */
export async function createTimestampAuthority(purpose = 'timeStamping'): Promise<TimestampAuthority> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lonja-tsa-'));
  const openssl = (line: string) => {
    const { status, stderr } = spawnSync(PROGRAM ?? 'openssl', line.split(' '), { cwd: folder });
    if (status !== 0) throw new Error(`openssl ${line}: ${stderr.toString()}`);
  };
  const fileOf = (name: string) => path.join(folder, name);
  await writeFile(fileOf('serial'), '01\n');
  await writeFile(fileOf('tsa.cnf'), SETTINGS);
  await writeFile(
    fileOf('purpose'),
    `keyUsage=critical,digitalSignature\nextendedKeyUsage=critical,${purpose}\n`,
  );
  const key = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes';
  openssl(`req -x509 ${key} -keyout ca.key -out ca.pem -days 30 -subj /CN=Issuer`);
  openssl(`req ${key} -keyout tsa.key -out tsa.csr -subj /CN=Clock`);
  openssl(
    'x509 -req -in tsa.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 30 -extfile purpose -out tsa.pem',
  );
  let questions = 0;
  let other: { status: number; body: Buffer } | undefined;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      void answer(Buffer.concat(parts)).then(({ status, body }) => response.writeHead(status).end(body));
    });
  });
  async function answer(question: Buffer): Promise<{ status: number; body: Buffer }> {
    questions++;
    if (other !== undefined) return other;
    await writeFile(fileOf('question'), question);
    openssl('ts -reply -config tsa.cnf -queryfile question -out reply');
    return { status: 200, body: readFileSync(fileOf('reply')) };
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}/`),
    ca: readFileSync(fileOf('ca.pem'), 'utf8'),
    questions: () => questions,
    answerWith: (next) => {
      other = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
