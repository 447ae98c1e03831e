import type { ResourceRecord } from '../../protocols/dns-message/message.ts';
import { typeNumber } from '../../protocols/dns-message/record-types.ts';

const NSEC = typeNumber('NSEC');
const RRSIG = typeNumber('RRSIG');

/**
 * Removes an NSEC record of the parent zone, and its signatures. At a delegation without DS, the parent has an NSEC record of
 * the same name, which proves that there is no DS; resolvers return it from their cache, although the name's own zone has
 * none. Its type bit map has NS and not SOA (RFC 4035 section 2.3, RFC 6840 section 4.1).
 */
export function withoutParentNsec(records: readonly ResourceRecord[]): readonly ResourceRecord[] {
  if (!records.some(isParentNsec)) return records;
  const own = records.filter((record) => !isParentNsec(record));
  const owners = new Set(own.filter(({ type }) => type === NSEC).map(({ name }) => name.toLowerCase()));
  return own.filter((record) => !isSignatureOverNsec(record) || owners.has(record.name.toLowerCase()));
}

function isParentNsec({ type, fields: [, bitMap = ''] }: ResourceRecord): boolean {
  if (type !== NSEC) return false;
  const types = bitMap.split(' ');
  return types.includes('NS') && !types.includes('SOA');
}

function isSignatureOverNsec({ type, fields }: ResourceRecord): boolean {
  return type === RRSIG && fields[0] === 'NSEC';
}
