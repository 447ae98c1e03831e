/** A time within a sentence: `2026-11-11 21:27:28 UTC`. Certificates have no fractions of seconds (RFC 5280 section 4.1.2.5). */
export function utcText(time: Date): string {
  return `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
