import type { Denial } from '../../protocols/dnssec/denied-question.ts';
import type { DsFit } from '../../protocols/dnssec/digests.ts';
import type { Dnskey, Ds } from '../../protocols/dnssec/records.ts';
import type { RrsigState } from '../../protocols/dnssec/signatures.ts';

/** The result of validation (RFC 4033 section 5), and one more value for what could not be determined. */
export type Status = 'secure' | 'insecure' | 'bogus' | 'not-determinable';

/** The basis on which a zone is judged: what its parent proves about it. */
export type Trust =
  | { readonly kind: 'ds'; readonly ds: readonly Ds[]; readonly ttlSeconds: number | null }
  /**
   * `denial`: how the parent proved that there is no DS; null if the parent itself is unsigned. `ds`: what an unsigned
   * parent publishes, which proves nothing.
   */
  | { readonly kind: 'unsigned'; readonly why: string; readonly denial: Denial | null; readonly ds: readonly Ds[] }
  /** The parent proves that it has no NS records there. `isExpected`: it is checked before it is delegated. */
  | { readonly kind: 'undelegated'; readonly why: string; readonly denial: Denial; readonly isExpected: boolean }
  | { readonly kind: 'bogus'; readonly why: string }
  | { readonly kind: 'unknown'; readonly why: string };

/** One step of the chain: a DS that refers to a key, or a key that signs a set. */
export interface TrustEdge {
  readonly kind: 'ds' | 'signature';
  readonly from: string;
  readonly to: string;
  /** Null if it was not checked. */
  readonly ok: boolean | null;
  readonly why: string | null;
}

export interface JudgedDs extends Ds {
  readonly fit: DsFit | 'key-revoked' | 'not-a-zone-key' | 'unsupported-algorithm' | 'not-checked';
}

/** A signature over a set at the apex of a zone, or over the addresses of the name that is looked up. */
export interface JudgedSignature {
  readonly covers: string;
  readonly keyTag: number;
  readonly algorithm: number;
  /** ISO 8601 in UTC. */
  readonly from: string;
  readonly until: string;
  readonly state: RrsigState;
  /** The servers that returned this signature. */
  readonly addresses: readonly string[];
}

export interface JudgedZone {
  readonly status: Status;
  /** One sentence. */
  readonly why: string;
  readonly ds: readonly JudgedDs[];
  readonly keys: readonly Dnskey[];
  /** The keys that a validator would use: those proven by a DS. */
  readonly trustedKeys: readonly Dnskey[];
  readonly signatures: readonly JudgedSignature[];
  readonly edges: readonly TrustEdge[];
}
