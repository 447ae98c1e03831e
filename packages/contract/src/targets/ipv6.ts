import { isIpv4 } from './ipv4.ts';

const FULL_IPV6 = /^[\da-f]{1,4}(?::[\da-f]{1,4}){7}$/i;
const GROUP = /^[\da-f]{1,4}$/i;

/** True for exactly eight groups of one to four hex digits. */
export function isFullIpv6(text: string): boolean {
  return FULL_IPV6.test(text);
}

/** True for every text form of RFC 4291 section 2.2: full, compressed, with embedded IPv4. Zone ids are not accepted. */
export function isIpv6(text: string): boolean {
  return parseIpv6(text) !== null;
}

/** The canonical form of an IPv6 address (RFC 5952), or null. Surrounding space is ignored. */
export function toIpv6(text: string): string | null {
  const groups = parseIpv6(text.trim());
  return groups && formatIpv6(groups);
}

/** The eight 16-bit groups of an IPv6 address, or null. */
export function parseIpv6(text: string): number[] | null {
  const [head = '', tail, ...more] = text.split('::');
  if (more.length > 0) return null;
  const before = parseGroups(head, tail === undefined);
  const after = parseGroups(tail ?? '', true);
  if (before === null || after === null) return null;
  const missing = 8 - before.length - after.length;
  // `::` stands for at least one group of zeros (RFC 4291 section 2.2).
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  return [...before, ...Array<number>(missing).fill(0), ...after];
}

/** Groups between colons; only the last may be an IPv4 address, and only at the end of the whole address. */
function parseGroups(text: string, isEnd: boolean): number[] | null {
  if (text === '') return [];
  const groups: number[] = [];
  const parts = text.split(':');
  for (const [index, part] of parts.entries()) {
    if (GROUP.test(part)) groups.push(Number.parseInt(part, 16));
    else if (isEnd && index === parts.length - 1 && isIpv4(part)) groups.push(...ipv4Groups(part));
    else return null;
  }
  return groups;
}

function ipv4Groups(text: string): [number, number] {
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}

function formatIpv6(groups: readonly number[]): string {
  const hex = groups.map((group) => group.toString(16));
  const zeros = longestZeroRun(groups);
  // IPv4-mapped addresses keep their dotted end (RFC 5952 section 5).
  if (zeros.start === 0 && zeros.length === 5 && groups[5] === 0xffff) {
    return `::ffff:${groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.')}`;
  }
  if (zeros.length < 2) return hex.join(':');
  return `${hex.slice(0, zeros.start).join(':')}::${hex.slice(zeros.start + zeros.length).join(':')}`;
}

/** The first of the longest runs of zero groups (RFC 5952 section 4.2.3). */
function longestZeroRun(groups: readonly number[]): { start: number; length: number } {
  let best = { start: 0, length: 0 };
  let start = 0;
  for (const [index, group] of groups.entries()) {
    if (group !== 0) start = index + 1;
    else if (index + 1 - start > best.length) best = { start, length: index + 1 - start };
  }
  return best;
}

/** An IPv4-mapped address (RFC 4291 section 2.5.5.2) as the IPv4 address that it stands for; any other text unchanged. */
export function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
