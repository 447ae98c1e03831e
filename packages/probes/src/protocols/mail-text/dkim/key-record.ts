import { parseTagList } from '@sonde/contract/mail-text/tag-list';
import { childrenOf, type Der, readDer, tags } from '@sonde/contract/x509/der';

/** A DKIM key record (RFC 6376 section 3.6.1, RFC 8463). */
export interface DkimKey {
  /** rsa if the record does not state one. */
  readonly keyType: string;
  /** Null for a revoked key, and for one that cannot be read. */
  readonly bits: number | null;
  readonly isRevoked: boolean;
  readonly isTesting: boolean;
  /** Whether it is meant for mail, and not only for another service (tag s), such as tlsrpt of RFC 8460. */
  readonly isForMail: boolean;
  /** Why signatures cannot be verified with it; null if they can. */
  readonly problem: string | null;
}

/** Whether a TXT record at a selector is meant to be a key: it has the tag p. */
export function isKeyRecord(text: string): boolean {
  return parseTagList(text).tags.some(({ name }) => name === 'p');
}

const ED25519_OCTETS = 32;

/** Reads a record that `isKeyRecord` accepts. */
export function parseKeyRecord(text: string): DkimKey {
  const { tags: list, problems } = parseTagList(text);
  const textOf = (name: string) => list.find((tag) => tag.name === name)?.value;
  const keyType = (textOf('k') ?? 'rsa').toLowerCase().slice(0, 20);
  const isTesting = (textOf('t') ?? '').split(':').some((flag) => flag.trim() === 'y');
  const key = (textOf('p') ?? '').replace(/[ \t\r\n]+/g, '');
  const version = textOf('v');
  const services = listOf(textOf('s') ?? '*');
  const isForMail = services.includes('*') || services.includes('email');
  const base = { keyType, isTesting, isForMail, isRevoked: key === '', bits: null };
  if (version !== undefined && (version !== 'DKIM1' || list[0]?.name !== 'v')) {
    return { ...base, problem: 'a version that is not DKIM1, or not first' };
  }
  if (problems.length > 0) return { ...base, problem: problems[0]?.message ?? null };
  if (key === '') return { ...base, problem: null };
  if (keyType !== 'rsa' && keyType !== 'ed25519') return { ...base, problem: 'an unknown key type' };
  const hashes = textOf('h');
  // RFC 8301 section 3.1: SHA-1 must not be used for signing or verifying.
  if (hashes !== undefined && !listOf(hashes).includes('sha256')) {
    return {
      ...base,
      bits: bitsOf(keyType, key),
      problem: `no hash algorithm that receivers accept (h=${hashes.slice(0, 20)})`,
    };
  }
  const bits = bitsOf(keyType, key);
  return { ...base, bits, problem: bits === null ? 'a key that cannot be read' : null };
}

const listOf = (value: string) => value.split(':').map((one) => one.trim().toLowerCase());

function bitsOf(keyType: 'rsa' | 'ed25519', base64: string): number | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return null;
  const octets = Buffer.from(base64, 'base64');
  if (keyType === 'ed25519') return octets.length === ED25519_OCTETS ? 256 : null;
  try {
    return modulusBits(octets);
  } catch {
    return null;
  }
}

/** From a SubjectPublicKeyInfo (RFC 5280), or a bare RSAPublicKey, which some publish. */
function modulusBits(octets: Uint8Array): number | null {
  const [first, second] = childrenOf(readDer(octets));
  if (first?.tag === tags.integer) return integerBits(first);
  if (second?.tag !== tags.bitString) return null;
  const [modulus] = childrenOf(readDer(second.content.subarray(1)));
  return modulus?.tag === tags.integer ? integerBits(modulus) : null;
}

function integerBits({ content }: Der): number | null {
  const start = content.findIndex((octet) => octet !== 0);
  const top = content[start];
  return top === undefined ? null : (content.length - start - 1) * 8 + (32 - Math.clz32(top));
}
