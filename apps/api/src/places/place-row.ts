/** Where agents make lookups for this server. */
export interface PlaceRow {
  readonly id: string;
  readonly name: string;
  readonly city: string | null;
  readonly country: string | null;
  readonly asn: number | null;
  /** Decimal degrees; null if the operator has not stated the position. */
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** SHA-256 of the public key in hexadecimal; null before an agent has joined. */
  readonly agent: string | null;
  /** Ed25519 in base64url. */
  readonly public_key: string | null;
  /** SHA-256 of the code to join with; null once it is used. */
  readonly code_hash: string | null;
  readonly code_expires_at: string | null;
  /** 1 if the code alone suffices. */
  readonly confirms_itself: number;
  /** Null until the operator has confirmed the key. */
  readonly confirmed_at: string | null;
  readonly made_at: string;
}
