import { type MessageReader, octetsLeft, readRest, readUint8 } from '../reader.ts';
import { ipv4, ipv6 } from './addresses.ts';
import type { FieldReader, RdataForm } from './form.ts';
import { optionalBase64, plainName, uint8 } from './plain-fields.ts';

/** The readers of the gateway field (RFC 4025 section 2.5, RFC 8777 section 4.2.4), by gateway type. */
const gatewayReaders: ReadonlyMap<number, FieldReader> = new Map([
  [0, () => '.'],
  [1, ipv4],
  [2, ipv6],
  [3, plainName],
]);

/** RFC 4025. */
export const ipseckey: RdataForm = {
  titles: ['Precedence', 'Gateway type', 'Algorithm', 'Gateway', 'Public key'],
  decode: (rdata) => {
    const precedence = uint8(rdata);
    const gatewayType = readUint8(rdata);
    const algorithm = uint8(rdata);
    const gateway = readGateway(rdata, gatewayType);
    return gateway === null ? null : [precedence, String(gatewayType), algorithm, gateway, optionalBase64(rdata)];
  },
};

/** RFC 8777; the highest bit of the type says that a relay needs no discovery packet. */
export const amtrelay: RdataForm = {
  titles: ['Precedence', 'Discovery optional', 'Relay type', 'Relay'],
  decode: (rdata) => {
    const precedence = uint8(rdata);
    const typeOctet = readUint8(rdata);
    const relay = readGateway(rdata, typeOctet & 0x7f);
    return relay === null ? null : [precedence, String(typeOctet >> 7), String(typeOctet & 0x7f), relay];
  },
};

function readGateway(rdata: MessageReader, type: number): string | null {
  const read = gatewayReaders.get(type);
  if (read !== undefined) return read(rdata);
  if (octetsLeft(rdata) > 0) readRest(rdata);
  return null;
}
