import { isIpv4 } from '@sonde/contract/targets/ipv4';
import { parseIpv6 } from '@sonde/contract/targets/ipv6';
import type { Subject } from '../whois-text/questions.ts';

/** A range of addresses of one family, or of AS numbers, as integers; both ends are included. */
export interface NumberRange {
  readonly family: 'ipv4' | 'ipv6' | 'autnum';
  readonly first: bigint;
  readonly last: bigint;
}

/** Longer texts are not ranges, and parsing them would only take time. */
const MAX_CHARACTERS = 120;

/**
 * Reads `192.0.2.0 - 192.0.2.255`, `192.0.2.0/24`, LACNIC's `132.248/16`, `2001:db8::/32`, `AS64496 - AS64511`, `64496`.
 * Null for anything else.
 */
export function parseRange(text: string): NumberRange | null {
  const [from = '', to = from, ...more] = text.slice(0, MAX_CHARACTERS).split(/\s+-\s+|(?<=\d)-(?=(?:AS)?\d)/i);
  if (more.length > 0) return null;
  const prefix = /^([\da-f.:]+)\/(\d{1,3})$/i.exec(from.trim());
  if (prefix !== null && to === from) return fromPrefix(prefix[1] ?? '', Number(prefix[2]));
  const [first, last] = [parseNumber(from.trim()), parseNumber(to.trim())];
  if (first === null || last === null || first.family !== last.family || first.value > last.value) return null;
  return { family: first.family, first: first.value, last: last.value };
}

/** The single address or AS number of a subject as a range; null for a domain. */
export function rangeOfSubject(subject: Subject): NumberRange | null {
  switch (subject.kind) {
    case 'domain':
      return null;
    case 'network':
      return parseRange(subject.address);
    case 'autnum':
      return parseRange(`AS${subject.number}`);
  }
}

/** Whether all of `inner` is in `outer`. */
export function covers(outer: NumberRange, inner: NumberRange): boolean {
  return outer.family === inner.family && outer.first <= inner.first && outer.last >= inner.last;
}

/** Below zero when `a` is the smaller range: an order for `sort`. */
export function compareSize(a: NumberRange, b: NumberRange): number {
  const difference = a.last - a.first - (b.last - b.first);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

export function isSameRange(a: NumberRange, b: NumberRange): boolean {
  return covers(a, b) && covers(b, a);
}

interface Parsed {
  readonly family: NumberRange['family'];
  readonly value: bigint;
}

function parseNumber(text: string): Parsed | null {
  if (isIpv4(text)) return { family: 'ipv4', value: joinGroups(text.split('.').map(Number), 8n) };
  const groups = text.includes(':') ? parseIpv6(text) : null;
  if (groups !== null) return { family: 'ipv6', value: joinGroups(groups, 16n) };
  const [, number] = /^(?:AS)?(\d{1,10})$/i.exec(text) ?? [];
  return number === undefined || Number(number) > 0xffff_ffff ? null : { family: 'autnum', value: BigInt(number) };
}

function joinGroups(groups: readonly number[], bits: bigint): bigint {
  return groups.reduce((value, group) => (value << bits) | BigInt(group), 0n);
}

/** LACNIC omits trailing zero octets of IPv4 prefixes: `132.248/16`. */
function fromPrefix(address: string, length: number): NumberRange | null {
  const isIpv6 = address.includes(':');
  const whole = isIpv6 ? address : [...address.split('.'), '0', '0', '0'].slice(0, 4).join('.');
  const start = parseNumber(whole);
  const bits = isIpv6 ? 128 : 32;
  if (start === null || start.family === 'autnum' || length > bits) return null;
  const size = 1n << BigInt(bits - length);
  const first = start.value - (start.value % size);
  return { family: start.family, first, last: first + size - 1n };
}
