/**
 * Common spellings. EUI-48: pairs (macOS omits leading zeros), Cisco's groups of four, halves, bare digits. EUI-64: the
 * same, with leading zeros. Eight pairs with colons are an EUI-64 and not an IPv6 address: with two digits in each group,
 * that would be an address in ::/8, which is reserved (RFC 4291 section 2.4).
 */
const SPELLINGS = [
  /^[\da-f]{1,2}(?::[\da-f]{1,2}){5}$/,
  /^[\da-f]{2}(?::[\da-f]{2}){7}$/,
  /^[\da-f]{2}(?:(?:-[\da-f]{2}){5}|(?:-[\da-f]{2}){7})$/,
  /^[\da-f]{4}(?:\.[\da-f]{4}){2,3}$/,
  /^[\da-f]{6}-?[\da-f]{6}$/,
  /^[\da-f]{16}$/,
];

/** The canonical form of a MAC address (EUI-48 or EUI-64), `00:1b:44:11:3a:b7`, or null. Surrounding space is ignored. */
export function toMacAddress(text: string): string | null {
  const lower = text.trim().toLowerCase();
  if (!SPELLINGS.some((spelling) => spelling.test(lower))) return null;
  const digits = lower
    .split(/[:.-]/)
    .map((group) => group.padStart(2, '0'))
    .join('');
  return inPairs(digits);
}

/** Hex digits in pairs; an odd last digit stays single. */
export function inPairs(digits: string, separator = ':'): string {
  return (digits.match(/..?/g) ?? []).join(separator);
}
