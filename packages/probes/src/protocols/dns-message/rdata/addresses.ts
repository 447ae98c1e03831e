import { readUint8, readUint16 } from '../reader.ts';
import type { FieldReader } from './form.ts';

export const ipv4: FieldReader = (rdata) =>
  `${readUint8(rdata)}.${readUint8(rdata)}.${readUint8(rdata)}.${readUint8(rdata)}`;

/** RFC 5952, with the mixed notation for IPv4-mapped and IPv4-compatible addresses, as `inet_ntop` writes them. */
export const ipv6: FieldReader = (rdata) => ipv6Text(Array.from({ length: 8 }, () => readUint16(rdata)));

export function ipv6Text(groups: readonly number[]): string {
  const { start, length } = longestZeroRun(groups);
  const isMixed = start === 0 && (length === 6 || (length === 5 && groups[5] === 0xffff));
  const parts = (isMixed ? groups.slice(0, 6) : groups).map((group) => group.toString(16));
  const tail = isMixed ? [dottedQuad(groups[6] ?? 0, groups[7] ?? 0)] : [];
  if (length < 2) return parts.join(':');
  return `${parts.slice(0, start).join(':')}::${[...parts.slice(start + length), ...tail].join(':')}`;
}

function dottedQuad(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The first of the longest runs. */
function longestZeroRun(groups: readonly number[]): { start: number; length: number } {
  let best = { start: 0, length: 0 };
  let start = 0;
  groups.forEach((group, at) => {
    if (group !== 0) start = at + 1;
    else if (at + 1 - start > best.length) best = { start, length: at + 1 - start };
  });
  return best;
}
