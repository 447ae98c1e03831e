import { octetsLeft, readOctets, readUint8 } from '../reader.ts';
import { ipv4 } from './addresses.ts';
import type { RdataForm } from './form.ts';

const MAX_PORT_OCTETS = 8192;

/** RFC 1035 section 3.4.2: a bit for each port, protocol and ports as numbers. */
export const wks: RdataForm = {
  titles: ['Address', 'Protocol', 'Ports'],
  decode: (rdata) => {
    const address = ipv4(rdata);
    const protocol = String(readUint8(rdata));
    const ports: number[] = [];
    readOctets(rdata, Math.min(octetsLeft(rdata), MAX_PORT_OCTETS)).forEach((octet, index) => {
      for (let bit = 0; bit < 8; bit++) if ((octet & (0x80 >> bit)) !== 0) ports.push(index * 8 + bit);
    });
    return [address, protocol, ports.join(' ')];
  },
};
