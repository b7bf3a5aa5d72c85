import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import * as asn1 from 'asn1js';
import * as pki from 'pkijs';

const SHA_256 = '2.16.840.1.101.3.4.2.1';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const GRANTED: ReadonlySet<number> = new Set([pki.PKIStatus.granted, pki.PKIStatus.grantedWithMods]);

/** A question to an authority: bytes to send, and the number that its answer must repeat. */
export interface TimestampQuestion {
  body: Uint8Array<ArrayBuffer>;
  nonce: Buffer;
}

/** What a time stamp says. */
export interface Timestamp {
  /** Before this instant (epoch ms) the text was there. */
  at: number;
  /** Common name of who signed, or its whole name. */
  authority: string;
}

/** Asks for a time stamp of a text by RFC 3161, with the certificate of the signer. Only the SHA-256 of the text leaves this process. */
export function askForTimestamp(text: string): TimestampQuestion {
  // Positive and in the shortest form, as DER wants it.
  const nonce = Buffer.concat([Buffer.from([0x01]), randomBytes(8)]);
  const request = new pki.TimeStampReq({
    version: 1,
    messageImprint: new pki.MessageImprint({
      hashAlgorithm: new pki.AlgorithmIdentifier({ algorithmId: SHA_256, algorithmParams: new asn1.Null() }),
      hashedMessage: new asn1.OctetString({ valueHex: createHash('sha256').update(text).digest() }),
    }),
    nonce: new asn1.Integer({ valueHex: nonce }),
    certReq: true,
  });
  return { body: new Uint8Array(request.toSchema().toBER()), nonce };
}

/**
 * Reads a time stamp: that it is of `text`, that its signature is right and, with `trusted` (certificates as PEM), that one of them vouches
 * for the signer. Throws an Error that says what does not hold.
 */
export async function readTimestamp(
  reply: Uint8Array<ArrayBuffer>,
  text: string,
  { nonce, trusted }: { nonce?: Uint8Array; trusted?: string | undefined } = {},
): Promise<Timestamp> {
  const { signed, info } = parse(reply);
  const { algorithmId } = info.messageImprint.hashAlgorithm;
  const imprint = Buffer.from(info.messageImprint.hashedMessage.valueBlock.valueHexView);
  if (algorithmId !== SHA_256 || !imprint.equals(createHash('sha256').update(text).digest())) {
    throw new Error('it is of something else');
  }
  if (nonce !== undefined && !nonceOf(info).equals(nonce)) throw new Error('it answers another question');
  const { signatureVerified, signerCertificate: signer } = await signed
    .verify({
      signer: 0,
      data: new Uint8Array(Buffer.from(text)).buffer,
      extendedMode: true,
      checkChain: trusted !== undefined,
      trustedCerts: trusted === undefined ? [] : readCertificates(trusted),
      checkDate: info.genTime,
    })
    .catch((cause: unknown) => {
      throw new Error(
        trusted === undefined ? 'its signature is wrong' : 'no trusted certificate vouches for it',
        {
          cause,
        },
      );
    });
  if (signatureVerified !== true || !signer) throw new Error('its signature is wrong');
  if (!mayStamp(signer)) throw new Error('its certificate is not for time stamps');
  return { at: info.genTime.getTime(), authority: nameOf(signer) };
}

/** Certificates of a PEM file. Throws an Error where there are none. */
export function readCertificates(pem: string): pki.Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (blocks === null) throw new Error('There is no certificate in PEM.');
  return blocks.map((block) => pki.Certificate.fromBER(new Uint8Array(new X509Certificate(block).raw)));
}

function parse(reply: Uint8Array<ArrayBuffer>): { signed: pki.SignedData; info: pki.TSTInfo } {
  let response;
  try {
    response = pki.TimeStampResp.fromBER(reply);
  } catch (cause) {
    throw new Error('it is no answer of RFC 3161', { cause });
  }
  const { status, timeStampToken } = response;
  if (!GRANTED.has(status.status) || timeStampToken === undefined) {
    throw new Error(`it was refused with status ${status.status}`);
  }
  try {
    const signed = new pki.SignedData({ schema: timeStampToken.content });
    const content = signed.encapContentInfo.eContent?.getValue();
    if (content === undefined) throw new Error('empty');
    return { signed, info: pki.TSTInfo.fromBER(content) };
  } catch (cause) {
    throw new Error('its token cannot be read', { cause });
  }
}

function nonceOf({ nonce }: pki.TSTInfo): Buffer {
  return Buffer.from(nonce?.valueBlock.valueHexView ?? []);
}

/** Otherwise whoever has any certificate of a trusted issuer could stamp. */
function mayStamp({ extensions = [] }: pki.Certificate): boolean {
  const usage = extensions.find(({ extnID }) => extnID === EXTENDED_KEY_USAGE)?.parsedValue;
  return usage instanceof pki.ExtKeyUsage && usage.keyPurposes.includes(TIME_STAMPING);
}

function nameOf({ subject }: pki.Certificate): string {
  const names = subject.typesAndValues.map(({ type, value }) => [type, value.valueBlock.value] as const);
  const common = names.find(([type]) => type === '2.5.4.3');
  return common?.[1] ?? names.map(([, value]) => value).join(', ');
}
