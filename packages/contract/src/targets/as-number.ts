const AS_NUMBER = /^asn?\s?(\d{1,10})$/i;
/** AS numbers have four octets (RFC 6793). */
const LARGEST = 4_294_967_295;

/** The canonical form of an AS number, such as `AS64496`, or null. Bare digits are refused: they could be anything. */
export function toAsNumber(text: string): string | null {
  const digits = AS_NUMBER.exec(text.trim())?.[1];
  const number = Number(digits);
  return digits !== undefined && number <= LARGEST ? `AS${number}` : null;
}
