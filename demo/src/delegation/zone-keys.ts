import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import packet, { type Answer, type DnskeyData, type DsData } from 'dns-packet';

/** A key of a zone, with its private half. */
export interface ZoneKey {
  readonly data: DnskeyData;
  readonly keyTag: number;
  readonly privateKey: KeyObject;
}

/** Validity period of signatures, in seconds since 1970. */
export interface Period {
  readonly from: number;
  readonly until: number;
}

/** ECDSAP256SHA256 (RFC 6605): keys are generated in a millisecond, and signatures are short. */
const ALGORITHM = 13;
const SHA256 = 2;
/** RFC 4034 section 2.1.1. */
export const ZONE_KEY = 256;
export const KEY_SIGNING_KEY = 257;
/** Length of type, class, TTL and data length, which follow the owner name. */
const FIXED_BYTES = 10;
const HEADER_BYTES = 12;

/** Generates a key with the flags of a DNSKEY record. */
export function createKey(flags: number): ZoneKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const key = Buffer.concat([Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  const data = { flags, algorithm: ALGORITHM, key } as DnskeyData;
  return { data, keyTag: keyTagOf(dataOf(recordOf('', data))), privateKey };
}

/** The DS record of a key (RFC 4034 section 5.1.4). */
export function dsOf(zone: string, { data, keyTag }: ZoneKey): DsData {
  const record = recordOf(zone, data);
  const bytes = Buffer.concat([ownerOf(record), dataOf(record)]);
  const digest = createHash('sha256').update(bytes).digest();
  return { keyTag, algorithm: ALGORITHM, digestType: SHA256, digest };
}

/** Signs the records of one name and type (RFC 4034 section 3.1.8.1). Names must be in lower case. */
export function signatureOf(records: readonly Answer[], zone: string, key: ZoneKey, { from, until }: Period): Answer {
  const [first] = records as readonly (Answer & { readonly ttl: number })[];
  if (first === undefined) throw new Error('nothing to sign');
  const fields = {
    typeCovered: first.type,
    algorithm: ALGORITHM,
    labels: first.name.split('.').filter((label) => label !== '' && label !== '*').length,
    originalTTL: first.ttl,
    expiration: until,
    inception: from,
    keyTag: key.keyTag,
    signersName: zone,
  };
  const recordWith = (signature: Buffer) =>
    ({ ...{ name: first.name, type: 'RRSIG', class: 'IN', ttl: first.ttl }, data: { ...fields, signature } }) as Answer;
  const signed = Buffer.concat([dataOf(recordWith(Buffer.alloc(0))), ...inOrder(records)]);
  return recordWith(sign('sha256', signed, { key: key.privateKey, dsaEncoding: 'ieee-p1363' }));
}

function recordOf(zone: string, data: DnskeyData): Answer {
  return { name: zone, type: 'DNSKEY', class: 'IN', ttl: 0, data } as Answer;
}

/** Records are signed in the order of their data. */
function inOrder(records: readonly Answer[]): Buffer[] {
  return records.toSorted((a, b) => Buffer.compare(dataOf(a), dataOf(b))).map(bytesOf);
}

function bytesOf(record: Answer): Buffer {
  return packet.encode({ type: 'response', answers: [record] }).subarray(HEADER_BYTES);
}

function ownerOf(record: Answer): Buffer {
  return bytesOf(record).subarray(0, ownerBytes(record));
}

function dataOf(record: Answer): Buffer {
  return bytesOf(record).subarray(ownerBytes(record) + FIXED_BYTES);
}

function ownerBytes({ name }: Answer): number {
  return name === '' ? 1 : name.length + 2;
}

/** RFC 4034 appendix B. */
function keyTagOf(data: Buffer): number {
  const sum = data.reduce((before, byte, index) => before + (index % 2 === 0 ? byte << 8 : byte), 0);
  return (sum + (sum >>> 16)) & 0xffff;
}
