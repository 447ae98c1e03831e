import { readUint8, readUint16 } from '../reader.ts';
import { columns } from './form.ts';
import { optionalBase64, uint16 } from './plain-fields.ts';

/** RFC 4398 section 2.1. */
const certificateTypes = new Map([
  [1, 'PKIX'],
  [2, 'SPKI'],
  [3, 'PGP'],
  [4, 'IPKIX'],
  [5, 'ISPKI'],
  [6, 'IPGP'],
  [7, 'ACPKIX'],
  [8, 'IACPKIX'],
  [253, 'URI'],
  [254, 'OID'],
]);

/** IANA DNSSEC algorithm numbers, by the names that zone files use. */
const algorithms = new Map([
  [1, 'RSAMD5'],
  [2, 'DH'],
  [3, 'DSA'],
  [5, 'RSASHA1'],
  [6, 'NSEC3DSA'],
  [7, 'NSEC3RSASHA1'],
  [8, 'RSASHA256'],
  [10, 'RSASHA512'],
  [12, 'ECCGOST'],
  [13, 'ECDSAP256SHA256'],
  [14, 'ECDSAP384SHA384'],
  [15, 'ED25519'],
  [16, 'ED448'],
  [252, 'INDIRECT'],
  [253, 'PRIVATEDNS'],
  [254, 'PRIVATEOID'],
]);

/** RFC 4398 section 2.2: mnemonics if assigned, otherwise numbers. */
export const cert = columns(
  ['Type', (rdata) => mnemonic(certificateTypes, readUint16(rdata))],
  ['Key tag', uint16],
  ['Algorithm', (rdata) => mnemonic(algorithms, readUint8(rdata))],
  ['Certificate or CRL', optionalBase64],
);

function mnemonic(names: ReadonlyMap<number, string>, value: number): string {
  return names.get(value) ?? String(value);
}
