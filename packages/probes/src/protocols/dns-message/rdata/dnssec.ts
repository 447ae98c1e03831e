import { toBase32Hex, toHex } from '../base-encodings.ts';
import { DnsFormatError } from '../dns-format-error.ts';
import { octetsLeft, readOctets, readUint8, readUint32 } from '../reader.ts';
import { typeMnemonic } from '../type-names.ts';
import type { FieldReader } from './form.ts';

/**
 * YYYYMMDDHHmmSS in UTC (RFC 4034 section 3.2). The field wraps in 2106; until then it is the number of seconds since
 * 1970, and reading it does not depend on the current time.
 */
export const timestamp: FieldReader = (rdata) => {
  const time = new Date(readUint32(rdata) * 1000);
  // As a number, since an answer has two of them per signature, and texts take three times as long.
  const day = (time.getUTCFullYear() * 100 + time.getUTCMonth() + 1) * 100 + time.getUTCDate();
  return String(((day * 100 + time.getUTCHours()) * 100 + time.getUTCMinutes()) * 100 + time.getUTCSeconds());
};

/** The salt of NSEC3 (RFC 5155 section 3.3): hex, or a hyphen if it is empty. */
export const salt: FieldReader = (rdata) => toHex(readOctets(rdata, readUint8(rdata))) || '-';

export const nextHashedOwner: FieldReader = (rdata) => {
  const length = readUint8(rdata);
  if (length === 0) throw new DnsFormatError('an NSEC3 without a next hashed owner');
  return toBase32Hex(readOctets(rdata, length));
};

/** Type bit maps (RFC 4034 section 4.1.2); empty for an NSEC3 or CSYNC that names no type. */
export const typeBitMap: FieldReader = (rdata) => {
  const types: string[] = [];
  let lastWindow = -1;
  while (octetsLeft(rdata) > 0) {
    const window = readUint8(rdata);
    const length = readUint8(rdata);
    if (window <= lastWindow) throw new DnsFormatError('the windows of a type bit map are not in order');
    if (length < 1 || length > 32) throw new DnsFormatError('a window of a type bit map has 1 to 32 octets');
    lastWindow = window;
    readOctets(rdata, length).forEach((octet, index) => {
      for (let bit = 0; bit < 8; bit++) {
        if ((octet & (0x80 >> bit)) !== 0) types.push(typeMnemonic(window * 256 + index * 8 + bit));
      }
    });
  }
  return types.join(' ');
};
