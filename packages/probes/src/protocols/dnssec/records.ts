// protocols/dnssec/: the meaning of DNSSEC signatures, digests and denials. Cryptography and the time are passed in.

import { toHex } from '../dns-message/base-encodings.ts';
import type { ResourceRecord } from '../dns-message/message.ts';
import { nameKey, readName } from '../dns-message/name.ts';
import { octetsLeft, readerOf, readRest, readUint8, readUint16, readUint32 } from '../dns-message/reader.ts';
import { typeNumber } from '../dns-message/record-types.ts';

/** A DNSKEY (RFC 4034 section 2). */
export interface Dnskey {
  readonly flags: number;
  readonly protocol: number;
  readonly algorithm: number;
  readonly publicKey: Uint8Array;
  readonly keyTag: number;
  readonly rdata: Uint8Array;
}

/** A DS (RFC 4034 section 5); the digest as upper-case hex. */
export interface Ds {
  readonly keyTag: number;
  readonly algorithm: number;
  readonly digestType: number;
  readonly digest: string;
}

/** An RRSIG (RFC 4034 section 3). Times are the 32-bit numbers of the record (RFC 1982). */
export interface Rrsig {
  readonly typeCovered: number;
  readonly algorithm: number;
  readonly labels: number;
  readonly originalTtl: number;
  readonly expiration: number;
  readonly inception: number;
  readonly keyTag: number;
  /** As written by `nameKey`. */
  readonly signer: string;
  readonly signature: Uint8Array;
  /** The RDATA without the signature, in canonical form: the beginning of the signed data. */
  readonly head: Uint8Array;
}

const ZONE_KEY = 0x0100;
const REVOKED = 0x0080;
const SEP = 0x0001;
const DNSSEC_PROTOCOL = 3;
const RSAMD5 = 1;

export const types = {
  ds: typeNumber('DS'),
  dnskey: typeNumber('DNSKEY'),
  rrsig: typeNumber('RRSIG'),
  nsec: typeNumber('NSEC'),
  nsec3: typeNumber('NSEC3'),
} as const;

/** Whether the key may sign the zone: Zone Key flag and protocol 3 (RFC 4034 section 2.1), and not revoked (RFC 5011). */
export function maySign({ flags, protocol }: Dnskey): boolean {
  return (flags & ZONE_KEY) !== 0 && protocol === DNSSEC_PROTOCOL && (flags & REVOKED) === 0;
}

export function isRevoked({ flags }: Dnskey): boolean {
  return (flags & REVOKED) !== 0;
}

/** Secure Entry Point flag (RFC 4034 section 2.1.1): a hint that a DS belongs to this key. */
export function isSep({ flags }: Dnskey): boolean {
  return (flags & SEP) !== 0;
}

/** The key tag of a DNSKEY, from its RDATA (RFC 4034 appendix B). */
export function keyTagOf(rdata: Uint8Array): number {
  if (rdata[3] === RSAMD5) return ((rdata.at(-3) ?? 0) << 8) | (rdata.at(-2) ?? 0);
  let sum = 0;
  rdata.forEach((octet, index) => {
    sum += index % 2 === 0 ? octet << 8 : octet;
  });
  return (sum + ((sum >> 16) & 0xffff)) & 0xffff;
}

/** Reads a record that was decoded with its octets; null for another type or a record that is too short. */
export function dnskeyOf({ type, rdata }: Pick<ResourceRecord, 'type' | 'rdata'>): Dnskey | null {
  if (type !== types.dnskey || rdata === undefined || rdata.length < 4) return null;
  const reader = readerOf(rdata);
  return {
    flags: readUint16(reader),
    protocol: readUint8(reader),
    algorithm: readUint8(reader),
    publicKey: readRest(reader),
    keyTag: keyTagOf(rdata),
    rdata,
  };
}

/** Like `dnskeyOf`. */
export function dsOf({ type, rdata }: Pick<ResourceRecord, 'type' | 'rdata'>): Ds | null {
  if (type !== types.ds || rdata === undefined || rdata.length < 4) return null;
  const reader = readerOf(rdata);
  return {
    keyTag: readUint16(reader),
    algorithm: readUint8(reader),
    digestType: readUint8(reader),
    digest: toHex(readRest(reader)),
  };
}

/** Like `dnskeyOf`. */
export function rrsigOf({ type, rdata }: Pick<ResourceRecord, 'type' | 'rdata'>): Rrsig | null {
  if (type !== types.rrsig || rdata === undefined || rdata.length < 19) return null;
  const reader = readerOf(rdata);
  const typeCovered = readUint16(reader);
  const algorithm = readUint8(reader);
  const labels = readUint8(reader);
  const originalTtl = readUint32(reader);
  const expiration = readUint32(reader);
  const inception = readUint32(reader);
  const keyTag = readUint16(reader);
  const signer = nameKey(readName(reader, { mayPoint: false }));
  const head = rdata.subarray(0, rdata.length - octetsLeft(reader));
  const signature = readRest(reader);
  return {
    typeCovered,
    algorithm,
    labels,
    originalTtl,
    expiration,
    inception,
    keyTag,
    signer,
    signature,
    head,
  };
}

/** The types in a type bit map, from the last field of the record. */
export function typesOf(bitMap: string): ReadonlySet<string> {
  return new Set(bitMap.split(' ').filter((mnemonic) => mnemonic !== ''));
}

/** A DS as one line of a zone file, in the form that registrars accept. */
export function dsText(zone: string, { keyTag, algorithm, digestType, digest }: Ds): string {
  return `${absolute(zone)} IN DS ${keyTag} ${algorithm} ${digestType} ${digest}`;
}

/** A name with its final dot. */
function absolute(name: string): string {
  return name === '.' ? '.' : `${name}.`;
}
