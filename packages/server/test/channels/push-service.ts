import { createECDH, createDecipheriv, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { type Receiver, type Received, startReceiver } from '../webhooks/receiver.ts';

/** A subscription as a browser gives it. */
export interface TestSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** The keys of a device. */
export interface DeviceKeys {
  /** All in base64url. */
  privateKey: string;
  publicKey: string;
  auth: string;
}

/** A push service on loopback and its devices: it takes what RFC 8030 and 8292 allow alone, and its devices decrypt by RFC 8291. */
export interface PushService {
  url: string;
  receiver: Receiver;
  /** What devices were told, decrypted. */
  taken: unknown[];
  /** As a browser does with the key of the application server. */
  subscribe(applicationServerKey: string): TestSubscription;
  /** The device takes nothing any more. */
  forget(subscription: TestSubscription): void;
  /** What is answered in place of the usual. */
  fault: number | undefined;
  close(): Promise<void>;
}

export async function startPushService(): Promise<PushService> {
  const devices = new Map<string, { keys: DeviceKeys; applicationServerKey: string } | 'gone'>();
  const receiver = await startReceiver((request, response) => {
    const device = devices.get(request.path);
    const refused =
      service.fault ??
      (device === undefined
        ? 404
        : device === 'gone'
          ? 410
          : faultOf(request, receiver.url, device.applicationServerKey));
    if (refused === undefined && typeof device === 'object') {
      service.taken.push(JSON.parse(decrypt(request.body, device.keys)));
    }
    response.writeHead(refused ?? 201).end();
  });
  const service: PushService = {
    url: receiver.url,
    receiver,
    taken: [],
    fault: undefined,
    subscribe(applicationServerKey) {
      const curve = createECDH('prime256v1');
      const publicKey = curve.generateKeys('base64url');
      const keys = {
        privateKey: curve.getPrivateKey('base64url'),
        publicKey,
        auth: randomBytes(16).toString('base64url'),
      };
      const path = `/push/${randomBytes(32).toString('base64url')}`;
      devices.set(path, { keys, applicationServerKey });
      return { endpoint: `${receiver.url}${path}`, p256dh: publicKey, auth: keys.auth };
    },
    forget: ({ endpoint }) => void devices.set(new URL(endpoint).pathname, 'gone'),
    close: () => receiver.close(),
  };
  return service;
}

const DAY_S = 86_400;

/** The status by which a push service refuses a message. */
function faultOf(
  { headers, body }: Received,
  origin: string,
  applicationServerKey: string,
): number | undefined {
  if (headers['content-encoding'] !== 'aes128gcm' || !/^\d+$/.test(String(headers['ttl']))) return 400;
  if (body.length > 4096) return 413;
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  if (key !== applicationServerKey) return 403;
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  const { aud, exp, sub } = read(claims);
  const now = Date.now() / 1000;
  const isGood =
    isSigned &&
    read(header).alg === 'ES256' &&
    aud === origin &&
    exp > now &&
    exp <= now + DAY_S &&
    /^(https:\/\/|mailto:)/.test(sub);
  return isGood ? undefined : 401;
}

/** What was encrypted for a device: RFC 8291, one record of `aes128gcm` of RFC 8188. Throws where it was not encrypted for it. */
export function decrypt(body: Buffer, { privateKey, publicKey, auth }: DeviceKeys): string {
  const salt = body.subarray(0, 16);
  const senderEnd = 21 + body[20];
  const sender = body.subarray(21, senderEnd);
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey, 'base64url');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(publicKey, 'base64url'), sender]);
  const secret = curve.computeSecret(sender);
  const keying = Buffer.from(hkdfSync('sha256', secret, Buffer.from(auth, 'base64url'), info, 32));
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', keying, salt, `Content-Encoding: ${name}\0`, length));
  const sealed = body.subarray(senderEnd);
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end === -1 || padded.subarray(end + 1).some((byte) => byte !== 0))
    throw new Error('Not a last record.');
  return padded.subarray(0, end).toString();
}
