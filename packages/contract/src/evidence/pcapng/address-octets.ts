const GROUPS = 8;

/** The octets of a literal IPv4 or IPv6 address (RFC 4291 section 2.2); null for anything else. */
export function addressOctets(text: string): Uint8Array | null {
  const literal = text.replace(/%.*$/, '');
  return literal.includes(':') ? ipv6Octets(literal) : ipv4Octets(literal);
}

function ipv4Octets(text: string): Uint8Array | null {
  const parts = text.split('.');
  const isRead = parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256);
  return isRead ? Uint8Array.from(parts, Number) : null;
}

function ipv6Octets(text: string): Uint8Array | null {
  const [head = '', tail, more] = text.split('::');
  if (more !== undefined) return null;
  const before = groupsOf(head);
  const after = tail === undefined ? [] : groupsOf(tail);
  if (before === null || after === null) return null;
  const missing = GROUPS - before.length - after.length;
  if (tail === undefined ? missing !== 0 : missing < 0) return null;
  const groups = [...before, ...new Array<number>(missing).fill(0), ...after];
  return Uint8Array.from(groups.flatMap((group) => [group >> 8, group & 0xff]));
}

function groupsOf(text: string): number[] | null {
  if (text === '') return [];
  const groups: number[] = [];
  for (const part of text.split(':')) {
    const embedded = part.includes('.') ? ipv4Octets(part) : null;
    if (embedded !== null) {
      const [a = 0, b = 0, c = 0, d = 0] = embedded;
      groups.push((a << 8) | b, (c << 8) | d);
    } else if (/^[0-9a-f]{1,4}$/i.test(part)) groups.push(Number.parseInt(part, 16));
    else return null;
  }
  return groups;
}
