/** Something in an answer that ends at a known time. */
export interface Ending {
  /** What it is, and whose it is. */
  readonly about: string;
  readonly kind: 'certificate' | 'registration';
  /** ISO 8601: with a time in UTC, or the day alone; null if the answer has no date. */
  readonly ends: string | null;
  /** Since when it is valid, ISO 8601; absent if that does not matter or is not known. */
  readonly begins?: string | null;
  /** What makes it another one when it is renewed, such as a fingerprint; absent if only its end does. */
  readonly id?: string | null;
}
