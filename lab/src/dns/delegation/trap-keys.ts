import { createHash } from 'node:crypto';
import type { Answer } from 'dns-packet';
import { seededRandom } from '../../links/seeded-random.ts';

/**
 * Five hundred keys with one tag, and signatures that refer to it: a validator that tries every key for every signature
 * makes 50,000 checks (KeyTrap, CVE-2023-50387). Deterministic, so that the parent can publish a DS record of one in
 * another process.
 */
const trapKeys = { tag: 4711, keys: 500, signatures: 100, algorithm: 8 } as const;

const FLAGS = 257;
const PROTOCOL = 3;
const MODULUS_OCTETS = 64;
const DAY_SECONDS = 86_400;

function octets(random: () => number, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));
}

/** RFC 4034 appendix B. */
function tagOf(rdata: Buffer): number {
  let sum = 0;
  for (const [index, octet] of rdata.entries()) sum += index % 2 === 0 ? octet << 8 : octet;
  return (sum + (sum >>> 16)) & 0xffff;
}

/** An RSA key with exponent 3; two octets of its modulus are chosen to produce the tag. */
function keyWithTag(random: () => number): Buffer {
  const key = Buffer.concat([Buffer.from([1, 3]), octets(random, MODULUS_OCTETS)]);
  key[2] = 0xc0;
  key[key.length - 1] = 0x01 | (key[key.length - 1] ?? 0);
  const rdata = Buffer.concat([Buffer.from([FLAGS >> 8, FLAGS & 0xff, PROTOCOL, trapKeys.algorithm]), key]);
  const at = 20;
  rdata.writeUInt16BE(0, at);
  // One's complement arithmetic, apart from the carry.
  const start = (trapKeys.tag - tagOf(rdata) + 0x1_0000) & 0xffff;
  for (const word of [start, start - 1, start + 1]) {
    rdata.writeUInt16BE(word & 0xffff, at);
    if (tagOf(rdata) === trapKeys.tag) return rdata.subarray(4);
  }
  return keyWithTag(random);
}

const random = seededRandom();
const keys = Array.from({ length: trapKeys.keys }, () => keyWithTag(random));
const signatures = Array.from({ length: trapKeys.signatures }, () => octets(random, MODULUS_OCTETS));

export function trapKeyRecords(zone: string): Answer[] {
  const { algorithm } = trapKeys;
  return keys.map((key) => ({ type: 'DNSKEY', name: zone, ttl: 300, data: { flags: FLAGS, algorithm, key } }));
}

/** Random octets as signatures. */
export function trapSignatures(zone: string, typeCovered: string): Answer[] {
  const now = Math.floor(Date.now() / 1000);
  const [keyTag, algorithm, labels] = [trapKeys.tag, trapKeys.algorithm, zone.split('.').length];
  return signatures.map((signature) => ({
    type: 'RRSIG',
    name: zone,
    ttl: 300,
    data: {
      ...{ typeCovered, algorithm, labels, originalTTL: 300, keyTag, signersName: zone, signature },
      expiration: now + 30 * DAY_SECONDS,
      inception: now - DAY_SECONDS,
    },
  }));
}

/** The DS record of the last key, as a line of a zone file. */
export function trapDs(zone: string): string {
  return dsLine(zone, { flags: FLAGS, algorithm: trapKeys.algorithm, key: keys.at(-1) ?? Buffer.alloc(0) });
}

/** The DS record (SHA-256) of any key, as a line of a zone file. */
export function dsLine(
  zone: string,
  { flags, algorithm, key }: { flags: number; algorithm: number; key: Buffer },
): string {
  const owner = zone.split('.').flatMap((label) => [label.length, ...Buffer.from(label)]);
  const rdata = Buffer.from([flags >> 8, flags & 0xff, PROTOCOL, algorithm, ...key]);
  const digest = createHash('sha256')
    .update(Buffer.from([...owner, 0]))
    .update(rdata)
    .digest('hex');
  return `${zone}. IN DS ${tagOf(rdata)} ${algorithm} 2 ${digest}\n`;
}
