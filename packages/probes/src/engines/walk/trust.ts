import type { Denial } from '../../protocols/dnssec/denied-question.ts';
import type { DsFit } from '../../protocols/dnssec/digests.ts';
import type { Dnskey, Ds } from '../../protocols/dnssec/records.ts';
import type { SignatureState } from '../../protocols/dnssec/signatures.ts';

/** What validation comes to (RFC 4033 section 5), with a word for what could not be found out. */
export type Status = 'secure' | 'insecure' | 'bogus' | 'not-determinable';

/** What a zone is to be judged by: what its parent says of it. */
export type Trust =
  | { readonly kind: 'ds'; readonly ds: readonly Ds[]; readonly ttlSeconds: number | null }
  /** `denial`: how the parent proved that there is no DS; null where the parent is unsigned itself. */
  | { readonly kind: 'unsigned'; readonly why: string; readonly denial: Denial | null }
  | { readonly kind: 'bogus'; readonly why: string }
  | { readonly kind: 'unknown'; readonly why: string };

/** One step of the chain: a DS that names a key, or a key that signs a set. */
export interface Edge {
  readonly kind: 'ds' | 'signature';
  readonly from: string;
  readonly to: string;
  /** Null where it was not checked. */
  readonly ok: boolean | null;
  readonly why: string | null;
}

export interface JudgedDs extends Ds {
  readonly fit: DsFit | 'unsupported-algorithm' | 'not-checked';
}

/** A signature over a set at the apex of a zone. */
export interface JudgedSignature {
  readonly covers: string;
  readonly keyTag: number;
  readonly algorithm: number;
  /** ISO 8601 in UTC. */
  readonly from: string;
  readonly until: string;
  readonly state: SignatureState;
  /** The servers that have this signature. */
  readonly addresses: readonly string[];
}

export interface JudgedZone {
  readonly status: Status;
  /** One sentence. */
  readonly why: string;
  readonly ds: readonly JudgedDs[];
  readonly keys: readonly Dnskey[];
  /** Those that a validator would use: proven by a DS. */
  readonly trustedKeys: readonly Dnskey[];
  readonly signatures: readonly JudgedSignature[];
  readonly edges: readonly Edge[];
}
