import { join } from '../../octets.ts';
import { nameKey, nameToWire, readName } from '../name.ts';
import { type MessageReader, octetsLeft, readOctets, readRest, readUint8 } from '../reader.ts';
import { typeNumber } from '../type-names.ts';

/** Octets before the first name, character strings before it, and the number of names. */
interface Layout {
  readonly octets: number;
  readonly strings?: number;
  readonly names: number;
}

/**
 * The types whose RDATA has names that are lower case in canonical form (RFC 4034 section 6.2, corrected by RFC 6840 section
 * 5.1: not those of NSEC). Obsolete types without a form of their own are left out.
 */
const layouts: ReadonlyMap<number, Layout> = new Map(
  Object.entries({
    NS: { octets: 0, names: 1 },
    MD: { octets: 0, names: 1 },
    MF: { octets: 0, names: 1 },
    CNAME: { octets: 0, names: 1 },
    SOA: { octets: 0, names: 2 },
    MB: { octets: 0, names: 1 },
    MG: { octets: 0, names: 1 },
    MR: { octets: 0, names: 1 },
    PTR: { octets: 0, names: 1 },
    MINFO: { octets: 0, names: 2 },
    MX: { octets: 2, names: 1 },
    RP: { octets: 0, names: 2 },
    AFSDB: { octets: 2, names: 1 },
    RT: { octets: 2, names: 1 },
    SIG: { octets: 18, names: 1 },
    PX: { octets: 2, names: 2 },
    NAPTR: { octets: 4, strings: 3, names: 1 },
    KX: { octets: 2, names: 1 },
    SRV: { octets: 6, names: 1 },
    DNAME: { octets: 0, names: 1 },
    RRSIG: { octets: 18, names: 1 },
  } satisfies Record<string, Layout>).map(([mnemonic, layout]) => [typeNumber(mnemonic), layout]),
);

/**
 * The RDATA of a record in canonical form: names uncompressed and in lower case, all other octets unchanged. Does not move
 * the reader.
 * @throws DnsFormatError when the RDATA is shorter than its names
 */
export function canonicalRdata(type: number, from: MessageReader): Uint8Array {
  const rdata = { ...from };
  const layout = layouts.get(type);
  if (layout === undefined || octetsLeft(rdata) === 0) return Uint8Array.from(readRest(rdata));
  const parts: Uint8Array[] = [readOctets(rdata, layout.octets)];
  for (let string = 0; string < (layout.strings ?? 0); string++) {
    const length = readUint8(rdata);
    parts.push(Uint8Array.of(length), readOctets(rdata, length));
  }
  for (let name = 0; name < layout.names; name++) {
    parts.push(nameToWire(nameKey(readName(rdata, { mayPoint: true }))));
  }
  parts.push(readRest(rdata));
  return join(...parts);
}
