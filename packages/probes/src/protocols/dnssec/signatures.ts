import { serialOrder } from '@sonde/contract/dns/serial-number';
import type { ResourceRecord } from '../dns-message/message.ts';
import { nameKey } from '../dns-message/name.ts';
import { isWithin } from './names.ts';
import { type Dnskey, maySign, type Rrsig, rrsigOf, types } from './records.ts';
import { isFromWildcard, type RecordSet, signedData } from './signed-data.ts';

/** Whether a signature is valid for the data. Null: unknown algorithm, or a key that cannot be read. */
export type Verify = (
  algorithm: number,
  publicKey: Uint8Array,
  data: Uint8Array,
  signature: Uint8Array,
) => boolean | null;

/** What one RRSIG proves about its set. `not-checked`: a limit was reached first. */
export type RrsigState =
  | 'valid'
  | 'expired'
  | 'not-yet-valid'
  | 'wrong'
  | 'no-key'
  | 'unsupported'
  | 'malformed'
  | 'not-checked';

export interface CheckedSignature {
  readonly signature: Rrsig;
  readonly state: RrsigState;
  /** The set was expanded from a wildcard, which requires a denial of the name itself. */
  readonly isFromWildcard: boolean;
}

/** Limits the signature checks of one lookup (CVE-2023-50387); shared by all of them. */
export interface SignatureBudget {
  left: number;
}

export interface SignatureChecks {
  readonly verify: Verify;
  /** Seconds since 1970. */
  readonly nowSeconds: number;
  readonly budget: SignatureBudget;
}

/** RFC 4034 permits keys with the same tag; more than this never occurs in practice. */
const MAX_KEYS_PER_TAG = 4;
const MAX_CHECKS_PER_SET = 16;

/** The records of a section with one owner and type; null if there are none, or no octets were kept. */
export function recordSet(records: readonly ResourceRecord[], name: string, type: number): RecordSet | null {
  const key = nameKey(name);
  const own = records.filter((record) => record.type === type && nameKey(record.name) === key);
  const rdatas = own.flatMap(({ rdata }) => rdata ?? []);
  return rdatas.length === 0 ? null : { name, type, rdatas };
}

/** The RRSIGs over that set. */
export function signaturesOver(records: readonly ResourceRecord[], name: string, type: number): Rrsig[] {
  const key = nameKey(name);
  return records
    .filter((record) => record.type === types.rrsig && nameKey(record.name) === key)
    .flatMap((record) => rrsigOf(record) ?? [])
    .filter(({ typeCovered }) => typeCovered === type);
}

/**
 * Checks every signature over a set with the keys of its zone (RFC 4035 section 5.3).
 * @param zone the owner of the keys: a signature by another signer counts as `malformed`
 */
export function checkSignatures(
  set: RecordSet,
  signatures: readonly Rrsig[],
  keys: readonly Dnskey[],
  zone: string,
  checks: SignatureChecks,
): CheckedSignature[] {
  const ofSet = { left: Math.min(MAX_CHECKS_PER_SET, checks.budget.left) };
  const granted = ofSet.left;
  const checked = signatures.map((signature) => ({
    signature,
    state: stateOf(set, signature, keys, zone, { ...checks, budget: ofSet }),
    isFromWildcard: isFromWildcard(set.name, signature),
  }));
  checks.budget.left -= granted - ofSet.left;
  return checked;
}

export function isProven(checked: readonly CheckedSignature[]): boolean {
  return checked.some(({ state }) => state === 'valid');
}

function stateOf(
  set: RecordSet,
  signature: Rrsig,
  keys: readonly Dnskey[],
  zone: string,
  { verify, nowSeconds, budget }: SignatureChecks,
): RrsigState {
  if (signature.signer !== nameKey(zone) || !isWithin(set.name, zone)) return 'malformed';
  const data = signedData(set, signature);
  if (data === null) return 'malformed';
  const fitting = keys
    .filter((key) => maySign(key) && key.keyTag === signature.keyTag && key.algorithm === signature.algorithm)
    .slice(0, MAX_KEYS_PER_TAG);
  if (fitting.length === 0) return 'no-key';
  // Dates first: they are cheap to check, and an expired signature must be reported as such.
  if (isAfter(nowSeconds, signature.expiration)) return 'expired';
  if (isAfter(signature.inception, nowSeconds)) return 'not-yet-valid';
  let isKnown = false;
  for (const key of fitting) {
    if (budget.left <= 0) return 'not-checked';
    budget.left -= 1;
    const holds = verify(signature.algorithm, key.publicKey, data, signature.signature);
    if (holds === true) return 'valid';
    isKnown ||= holds === false;
  }
  return isKnown ? 'wrong' : 'unsupported';
}

/** Serial number arithmetic (RFC 1982) on seconds modulo 2^32 (RFC 4034 section 3.1.5). */
export function isAfter(a: number, b: number): boolean {
  return serialOrder(Math.floor(a), Math.floor(b)) === 1;
}

/** The time that a 32-bit timestamp of a signature stands for, nearest to now; ISO 8601 in UTC. */
export function signatureTime(time: number, nowSeconds: number): string {
  const ahead = (time - Math.floor(nowSeconds)) | 0;
  return new Date((Math.floor(nowSeconds) + ahead) * 1000).toISOString().replace('.000Z', 'Z');
}
