import { knownWord } from '@sonde/contract/text/known-word';

/** Short names of algorithms; others are shown by their mnemonic. */
const algorithms: Readonly<Record<string, string>> = {
  RSASHA1: 'RSA/SHA-1',
  'RSASHA1-NSEC3-SHA1': 'RSA/SHA-1',
  RSASHA256: 'RSA/SHA-256',
  RSASHA512: 'RSA/SHA-512',
  ECDSAP256SHA256: 'ECDSA P-256',
  ECDSAP384SHA384: 'ECDSA P-384',
  ED25519: 'Ed25519',
  ED448: 'Ed448',
};
const digests: Readonly<Record<string, string>> = { 1: 'SHA-1', 2: 'SHA-256', 4: 'SHA-384' };

export function algorithmText(mnemonic: string | null, number: number | null): string {
  if (mnemonic !== null) return knownWord(algorithms, mnemonic, mnemonic);
  return number === null ? '' : `algorithm ${number}`;
}

export function digestText(type: number | null): string {
  return type === null ? '' : knownWord(digests, String(type), `digest ${type}`);
}

/** Why a step does not hold, short enough for a node. */
const words: Readonly<Record<string, string>> = {
  'no-key': 'no key',
  'digest-differs': 'differs',
  'key-revoked': 'revoked',
  'not-a-zone-key': 'no zone key',
  'unsupported-algorithm': 'unsupported',
  'unsupported-digest': 'unsupported',
  'not-yet-valid': 'too early',
  'not-checked': 'not checked',
};

export function stepWords(kind: string, why: string | null): string {
  if (why === null) return kind === 'ds' ? 'matches' : 'valid';
  return knownWord(words, why, why);
}

/** The status of a zone in a word or two. */
const statuses: Readonly<Record<string, string>> = {
  secure: 'Secure',
  insecure: 'Not signed',
  bogus: 'Bogus',
  'not-determinable': 'Not determinable',
};

export function statusText(status: string): string {
  return knownWord(statuses, status, status);
}
