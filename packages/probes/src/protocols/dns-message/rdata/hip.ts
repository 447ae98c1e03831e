import { toBase64, toHex } from '../base-encodings.ts';
import { DnsFormatError } from '../dns-format-error.ts';
import { octetsLeft, readOctets, readUint8, readUint16 } from '../reader.ts';
import type { RdataForm } from './form.ts';
import { plainName } from './plain-fields.ts';

/** RFC 8005 section 5: both lengths come before both values. */
export const hip: RdataForm = {
  titles: ['PK algorithm', 'HIT', 'Public key', 'Rendezvous servers'],
  decode: (rdata) => {
    const hitLength = readUint8(rdata);
    const algorithm = readUint8(rdata);
    const keyLength = readUint16(rdata);
    if (hitLength === 0 || keyLength === 0) throw new DnsFormatError('a HIP record without HIT or public key');
    const hit = toHex(readOctets(rdata, hitLength));
    const publicKey = toBase64(readOctets(rdata, keyLength));
    const servers: string[] = [];
    while (octetsLeft(rdata) > 0) servers.push(plainName(rdata));
    return [String(algorithm), hit, publicKey, servers.join(' ')];
  },
};
