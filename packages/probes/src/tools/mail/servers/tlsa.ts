import { createHash, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';

/** What one address of a mail server presented, its own certificate first. */
export type Chain = readonly Uint8Array[];

/** One TLSA record (RFC 6698 section 2.1) of a type used by mail senders (RFC 7672 section 3.1). */
export interface Tlsa {
  /** 2: an authority of the chain (DANE-TA); 3: the server's own certificate (DANE-EE). */
  readonly usage: 2 | 3;
  /** 0: the certificate; 1: its key. */
  readonly selector: 0 | 1;
  /** 0: the octets themselves; 1: SHA-256; 2: SHA-512. */
  readonly matching: 0 | 1 | 2;
  readonly data: Buffer;
}

const digestOctets: Readonly<Record<number, number>> = { 1: 32, 2: 64 };
const digestNames: Readonly<Record<number, string>> = { 1: 'sha256', 2: 'sha512' };
const MAX_CHAIN = 10;

/** Null for a record that mail senders ignore. */
export function readTlsa([usage = '', selector = '', matching = '', text = '']: readonly string[]): Tlsa | null {
  const hex = text.replace(/\s/g, '');
  if (!/^[23]$/.test(usage) || !/^[01]$/.test(selector) || !/^[012]$/.test(matching)) return null;
  if (!/^(?:[0-9A-F]{2})+$/i.test(hex)) return null;
  const data = Buffer.from(hex, 'hex');
  const octets = digestOctets[Number(matching)];
  if (octets !== undefined && octets !== data.length) return null;
  const tlsa = { usage: Number(usage), selector: Number(selector), matching: Number(matching), data } as Tlsa;
  // Data given in full must be a valid certificate or key.
  if (tlsa.matching === 0 && wholeOf(tlsa) === null) return null;
  return tlsa;
}

/**
 * Whether a record matches what was presented. DANE-EE compares only the first certificate. DANE-TA requires a path of
 * signatures from it to the named authority, certificates within their validity period, and a matching name (RFC 7671
 * sections 5.1 and 5.2).
 * @param names the certificate must have one of them
 */
export function fits(tlsa: Tlsa, chain: Chain, names: readonly string[], now: Date): boolean {
  const certificates = chain.slice(0, MAX_CHAIN).map(read);
  const [leaf] = certificates;
  if (leaf === null || leaf === undefined) return false;
  if (tlsa.usage === 3) return isNamed(tlsa, leaf);
  if (!names.some((name) => leaf.checkHost(name, { partialWildcards: false }) !== undefined)) return false;
  return leadsTo(tlsa, leaf, certificates.filter((one) => one !== null).slice(1), now);
}

function leadsTo(tlsa: Tlsa, leaf: X509Certificate, others: readonly X509Certificate[], now: Date): boolean {
  const whole = tlsa.matching === 0 ? wholeOf(tlsa) : null;
  const left = new Set([...others, ...(whole instanceof X509Certificate ? [whole] : [])]);
  let current = leaf;
  for (let step = 0; step <= MAX_CHAIN; step += 1) {
    if (!isWithinTime(current, now)) return false;
    if (isNamed(tlsa, current) && (current !== leaf || isSigned(leaf, leaf.publicKey))) return true;
    // A record may contain the key of the authority itself, whose certificate servers then need not send.
    if (whole !== null && !(whole instanceof X509Certificate) && isSigned(current, whole)) return true;
    const issuer = [...left].find((one) => one.ca && current.checkIssued(one) && isSigned(current, one.publicKey));
    if (issuer === undefined) return false;
    left.delete(issuer);
    current = issuer;
  }
  return false;
}

function isNamed({ selector, matching, data }: Tlsa, certificate: X509Certificate): boolean {
  const octets = selector === 0 ? certificate.raw : keyOctets(certificate);
  if (octets === null) return false;
  const name = digestNames[matching];
  return (name === undefined ? octets : createHash(name).update(octets).digest()).equals(data);
}

function isWithinTime({ validFrom, validTo }: X509Certificate, now: Date): boolean {
  return new Date(validFrom) <= now && now <= new Date(validTo);
}

/** The certificate or key that a record contains in full; null if it is neither. */
function wholeOf({ selector, data }: Tlsa): X509Certificate | KeyObject | null {
  try {
    return selector === 0 ? read(data) : createPublicKey({ key: data, format: 'der', type: 'spki' });
  } catch {
    return null;
  }
}

function isSigned(certificate: X509Certificate, key: KeyObject): boolean {
  try {
    return certificate.verify(key);
  } catch {
    return false;
  }
}

function keyOctets(certificate: X509Certificate): Buffer | null {
  try {
    return certificate.publicKey.export({ type: 'spki', format: 'der' });
  } catch {
    return null;
  }
}

function read(der: Uint8Array): X509Certificate | null {
  try {
    return new X509Certificate(der);
  } catch {
    return null;
  }
}
