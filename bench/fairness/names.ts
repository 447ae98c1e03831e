import { isVictims, type NameServerBehaviour } from '@sonde/lab';

const A = 1;
const HEADER_OCTETS = 12;

/** Besides the zones of an attack, every name exists and has one address, that of this machine. */
export function answering(attack: NameServerBehaviour): NameServerBehaviour {
  return {
    ...attack,
    udp: (query) => {
      const isAttack = isVictims(query) || /(?:^|\.)evil\.example$/i.test(query.name) || query.type !== A;
      return isAttack ? attack.udp(query) : [addressOf(query.bytes)];
    },
  };
}

/** The query as a reply, with 127.0.0.1; an OPT record is left out. */
function addressOf(query: Buffer): Buffer {
  let end = HEADER_OCTETS;
  while ((query[end] ?? 0) !== 0) end += 1 + (query[end] ?? 0);
  const reply = Buffer.concat([
    query.subarray(0, end + 5),
    Buffer.from([0xc0, HEADER_OCTETS, 0, A, 0, 1, 0, 0, 1, 0x2c, 0, 4, 127, 0, 0, 1]),
  ]);
  reply.writeUInt16BE(0x8180, 2);
  reply.writeUInt16BE(1, 4);
  reply.writeUInt16BE(1, 6);
  reply.writeUInt32BE(0, 8);
  return reply;
}
