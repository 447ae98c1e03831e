const GROUP = '(?:25[0-5]|2[0-4]\\d|[01]?\\d?\\d)';
const IPV4 = new RegExp(`^${GROUP}(?:\\.${GROUP}){3}$`);

/** True for exactly four groups of one to three decimal digits, each 0 to 255. */
export function isIpv4(text: string): boolean {
  return IPV4.test(text);
}

/**
 * The canonical form of an IPv4 address, or null. Surrounding space is ignored. Groups are decimal whatever their leading
 * zeros (some system calls read `010` as octal 8), so that the address used is the one that was checked.
 */
export function toIpv4(text: string): string | null {
  const trimmed = text.trim();
  return isIpv4(trimmed) ? trimmed.split('.').map(Number).join('.') : null;
}
