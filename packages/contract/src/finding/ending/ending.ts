/** Something in an answer that ends at a known time. */
export interface Ending {
  /** What it is, and whose it is. */
  readonly about: string;
  readonly kind: 'certificate' | 'registration';
  /** ISO 8601: with a time in UTC, or the day alone; null if the answer has no date. */
  readonly ends: string | null;
}
