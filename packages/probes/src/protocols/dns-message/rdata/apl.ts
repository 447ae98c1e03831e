import { DnsFormatError } from '../dns-format-error.ts';
import { octetsLeft, readOctets, readRest, readUint8, readUint16 } from '../reader.ts';
import { ipv6Text } from './addresses.ts';
import type { RdataForm } from './form.ts';

/** Octets of an address by IANA address family. */
const familyOctets = new Map([
  [1, 4],
  [2, 16],
]);

/** RFC 3123: `1:192.0.2.0/24 !2:2001:db8::/32`. An unknown address family makes the whole list generic (RFC 3597). */
export const apl: RdataForm = {
  titles: ['Address prefixes'],
  decode: (rdata) => {
    const items: string[] = [];
    while (octetsLeft(rdata) > 0) {
      const family = readUint16(rdata);
      const prefix = readUint8(rdata);
      const length = readUint8(rdata);
      const part = readOctets(rdata, length & 0x7f);
      const octets = familyOctets.get(family);
      if (octets === undefined) {
        readRest(rdata);
        return null;
      }
      if (part.length > octets || prefix > octets * 8) throw new DnsFormatError('an APL prefix that is too long');
      items.push(`${length & 0x80 ? '!' : ''}${family}:${addressText(part, octets)}/${prefix}`);
    }
    return [items.join(' ')];
  },
};

/** Trailing zero octets are not sent. */
function addressText(part: Uint8Array, octets: number): string {
  const address = new Uint8Array(octets);
  address.set(part);
  if (octets === 4) return address.join('.');
  const view = new DataView(address.buffer);
  return ipv6Text(Array.from({ length: 8 }, (_, group) => view.getUint16(group * 2)));
}
