import { readFileSync } from 'node:fs';
import type { Answer } from 'dns-packet';
import { bits, endOfName, type Query, reply } from '../replies.ts';
import type { RelayTreatment } from './relay-treatments.ts';
import { type WorldZone, withLines } from './zone-spec.ts';

/**
 * A zone that answers every question without data with its whole chain of NSEC3 records, each with a valid signature
 * and the highest iteration count that validators still compute (CVE-2023-50868).
 */
export const floodZone = 'flood.test';

const NAMES = 150;
const DS = 43;

export const floodZones: readonly WorldZone[] = [
  {
    name: floodZone,
    servers: ['flooding'],
    holders: ['knot'],
    signing: ['-3', 'aabbccddeeff00112233445566778899', '-H', '150'],
    text: withLines(...Array.from({ length: NAMES }, (_, index) => `h${index} IN A 192.0.2.9`)),
  },
  { name: `kid.${floodZone}`, servers: ['bind', 'nsd'], keys: null },
];

/** @param file the signed zone, one record per line. */
export function floodTreatment(file: string): RelayTreatment {
  const records = readChain(file);
  return {
    reply: (bytes, query, transport) => {
      const isDenial = bytes.readUInt16BE(6) === 0 && query.type === DS;
      if (!isDenial) return bytes;
      if (transport === 'udp') return reply(query, { isTruncated: true, flags: bits.aa });
      return flooded(query, records);
    },
  };
}

function flooded(query: Query, authorities: readonly Answer[]): Buffer {
  const message = reply(query, { authorities: [...authorities], flags: bits.aa });
  // The original question type: the library does not know all types.
  message.writeUInt16BE(query.type, endOfName(message));
  return message;
}

/** The NSEC3 records of a zone file and their signatures. */
function readChain(file: string): Answer[] {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    // The world was started without this zone.
  }
  return text.split('\n').flatMap((line): Answer[] => {
    const [owner = '', ttl = '', , type = '', ...fields] = line.split(/\s+/);
    const base = { name: owner.replace(/\.$/, ''), ttl: Number(ttl) };
    if (type === 'NSEC3') return [nsec3(base, fields)];
    return type === 'RRSIG' && fields[0] === 'NSEC3' ? [rrsig(base, fields)] : [];
  });
}

interface Owner {
  readonly name: string;
  readonly ttl: number;
}

function nsec3(
  owner: Owner,
  [algorithm, flags, iterations, salt = '', next = '', ...rrtypes]: readonly string[],
): Answer {
  const numbers = { algorithm: Number(algorithm), flags: Number(flags), iterations: Number(iterations) };
  const octets = { salt: Buffer.from(salt === '-' ? '' : salt, 'hex'), nextDomain: fromBase32Hex(next) };
  return { type: 'NSEC3', ...owner, data: { ...numbers, ...octets, rrtypes: rrtypes.filter((one) => one !== '') } };
}

function rrsig(owner: Owner, fields: readonly string[]): Answer {
  const [typeCovered = '', algorithm, labels, originalTTL, expiration = '', inception = '', keyTag, signer = ''] =
    fields;
  return {
    type: 'RRSIG',
    ...owner,
    data: {
      ...{ typeCovered, algorithm: Number(algorithm), labels: Number(labels), originalTTL: Number(originalTTL) },
      ...{ expiration: seconds(expiration), inception: seconds(inception), keyTag: Number(keyTag) },
      ...{ signersName: signer.replace(/\.$/, ''), signature: Buffer.from(fields.slice(8).join(''), 'base64') },
    },
  };
}

/** YYYYMMDDHHmmSS in UTC. */
function seconds(text: string): number {
  const iso = text.replace(/(....)(..)(..)(..)(..)(..)/, '$1-$2-$3T$4:$5:$6Z');
  return Date.parse(iso) / 1000;
}

function fromBase32Hex(text: string): Buffer {
  const octets: number[] = [];
  let [value, count] = [0, 0];
  for (const letter of text) {
    value = (value << 5) | Number.parseInt(letter, 32);
    count += 5;
    if (count < 8) continue;
    count -= 8;
    octets.push((value >> count) & 0xff);
    value &= (1 << count) - 1;
  }
  return Buffer.from(octets);
}
