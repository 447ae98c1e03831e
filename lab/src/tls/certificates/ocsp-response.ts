import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto';

export interface ResponseRequest {
  /** Hex, as OpenSSL prints it: SHA-1 of the issuer's name and key, and the certificate's serial number. */
  readonly nameHash: string;
  readonly keyHash: string;
  readonly serial: string;
  /** The issuer's RSA key. */
  readonly signer: KeyObject;
  /** A list of timestamps (RFC 6962 section 3.3). */
  readonly timestamps?: Buffer;
  /** Its validity in days from now. */
  readonly period?: readonly [from: number, until: number];
}

const sha1 = der(0x30, oid('2b0e03021a'), der(0x05));
const sha256WithRsa = der(0x30, oid('2a864886f70d01010b'), der(0x05));
const basic = oid('2b0601050507300101');
/** 1.3.6.1.4.1.11129.2.4.5 */
const timestampExtension = oid('2b06010401d679020405');
const DAY_MS = 86_400_000;

/** An OCSP response (RFC 6960 section 4.2.1) with certificate timestamps, or with any period, which no program in Debian can produce. */
export function ocspResponse({
  nameHash,
  keyHash,
  serial,
  signer,
  timestamps,
  period: [from, until] = [-1, 1],
}: ResponseRequest): Buffer {
  const octets = (hex: string) => Buffer.from(hex, 'hex');
  const single = der(
    0x30,
    der(0x30, sha1, der(0x04, octets(nameHash)), der(0x04, octets(keyHash)), der(0x02, octets(serial))),
    der(0x80),
    time(from * DAY_MS),
    der(0xa0, time(until * DAY_MS)),
    ...(timestamps === undefined ? [] : [der(0xa1, der(0x30, der(0x30, timestampExtension, listOf(timestamps))))]),
  );
  const key = createPublicKey(signer).export({ format: 'der', type: 'pkcs1' });
  const responder = der(0xa2, der(0x04, createHash('sha1').update(key).digest()));
  const data = der(0x30, responder, time(0), der(0x30, single));
  const signature = der(0x03, Buffer.from([0]), sign('sha256', data, signer));
  const response = der(0x04, der(0x30, data, sha256WithRsa, signature));
  return der(0x30, der(0x0a, Buffer.from([0])), der(0xa0, der(0x30, basic, response)));
}

function listOf(timestamps: Buffer): Buffer {
  return der(0x04, der(0x04, timestamps));
}

/** One value in DER (X.690 section 10). */
export function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const header = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...header]), content]);
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

/** GeneralizedTime, relative to now. */
function time(fromNowMs: number): Buffer {
  const iso = new Date(Date.now() + fromNowMs).toISOString();
  return der(0x18, Buffer.from(`${iso.slice(0, 19).replace(/[-:T]/g, '')}Z`, 'latin1'));
}
