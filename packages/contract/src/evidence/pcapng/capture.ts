import { octetsOfBase64 } from '../base64.ts';
import type { Evidence, EvidenceExchange } from '../evidence.ts';
import type { EvidenceSource } from '../json-lines.ts';
import { addressOctets } from './address-octets.ts';
import { enhancedPacket, interfaceDescription, joined, options, sectionHeader } from './blocks.ts';
import { type Endpoint, icmpPacket, tcpFlags, tcpPacket, udpPacket, type Way } from './packets.ts';

/** Documentation addresses (RFC 5737, RFC 3849) stand in for this server's own, which are not disclosed. */
const own = { 4: ['192.0.2.1', '192.0.2.2'], 6: ['2001:db8::1', '2001:db8::2'] } as const;
/** The first dynamic port (RFC 6335 section 6). */
const FIRST_PORT = 49_152;
/** TCP payload that fits into an Ethernet frame. */
const SEGMENT_BYTES = 1440;
const REBUILT = 'headers rebuilt by Sonde, payload as it was seen';

interface Packet {
  readonly atUs: number;
  readonly bytes: Uint8Array;
  readonly comment: string;
}

/**
 * The evidence as a pcapng file. Payloads are what was sent and received; headers are reconstructed from address, port and
 * time, as the comment of every packet says. Exchanges without octets, and the content of TLS connections, are omitted.
 */
export function evidenceCapture({ startedAt, exchanges }: Evidence, { call, server }: EvidenceSource): Uint8Array {
  const zeroUs = microseconds(startedAt);
  const packets = exchanges.flatMap(packetsOf).sort((one, other) => one.atUs - other.atUs);
  const about = [
    `What ${server} sent and received for ${call}, beginning at ${startedAt}.`,
    'Recorded in the program, not on the network: the headers of all packets are rebuilt, handshakes and acknowledgements of TCP too; ports of the client are made up.',
    'Addresses of the server and of what its operator uses are documentation addresses (RFC 5737, RFC 3849).',
  ];
  return joined([
    sectionHeader([
      { code: options.userApplication, text: 'Sonde' },
      { code: options.comment, text: about.join(' ') },
    ]),
    interfaceDescription([
      { code: options.interfaceName, text: 'sonde' },
      { code: options.interfaceDescription, text: 'Rebuilt from what a lookup sent and received' },
    ]),
    ...packets.map(({ atUs, bytes, comment }) => enhancedPacket(zeroUs + atUs, bytes, comment)),
  ]);
}

function packetsOf(exchange: EvidenceExchange): Packet[] {
  const ways = waysOf(exchange);
  if (ways === null || exchange.layer === 'plaintext') return [];
  const comment = `Exchange ${exchange.number} (${exchange.service}): ${REBUILT}`;
  const packet = (atUs: number, bytes: Uint8Array): Packet => ({ atUs, bytes, comment });
  if (exchange.transport === 'tcp') return segmentsOf(exchange, ways, packet);
  const write = exchange.transport === 'udp' ? udpPacket : icmpPacket;
  return exchange.pieces.flatMap(({ direction, atUs, octets }) => {
    const payload = octetsOfBase64(octets);
    return payload.length === 0 ? [] : packet(atUs, write(ways[direction], payload));
  });
}

type Ways = Readonly<Record<'out' | 'in', Way>>;

function waysOf({ number, peer }: EvidenceExchange): Ways | null {
  const address = addressOctets(peer.address);
  if (address === null) return null;
  const [first, second] = own[address.length === 4 ? 4 : 6];
  const ours = addressOctets(first === peer.address ? second : first);
  if (ours === null) return null;
  const client: Endpoint = { address: ours, port: FIRST_PORT + (number % 16_384) };
  const server: Endpoint = { address, port: peer.port ?? 0 };
  return { out: { from: client, to: server }, in: { from: server, to: client } };
}

/** A connection with its handshake; for a failed connection attempt, what is known of it. */
function segmentsOf(
  { pieces, startUs, outcome, reason, withheld }: EvidenceExchange,
  ways: Ways,
  packet: (atUs: number, bytes: Uint8Array) => Packet,
): Packet[] {
  const { syn, ack, rst, psh } = tcpFlags;
  const first = packet(startUs, tcpPacket(ways.out, { seq: 0, ack: 0, flags: syn }));
  const [begun] = pieces;
  if (begun === undefined) {
    const isRefused = outcome === 'failed' && reason === 'connection-refused';
    if (isRefused) return [first, packet(startUs, tcpPacket(ways.in, { seq: 0, ack: 1, flags: rst | ack }))];
    return withheld === null ? [first] : [];
  }
  if (pieces.every(({ octets }) => octets === '')) return [];
  const next = { out: 1, in: 1 };
  const segments = pieces.flatMap(({ direction, atUs, bytes, octets }) => {
    const payload = octetsOfBase64(octets);
    const other = direction === 'out' ? 'in' : 'out';
    const parts = Array.from({ length: Math.ceil(payload.length / SEGMENT_BYTES) }, (_, index) => {
      const part = payload.subarray(index * SEGMENT_BYTES, (index + 1) * SEGMENT_BYTES);
      const seq = next[direction] + index * SEGMENT_BYTES;
      return packet(atUs, tcpPacket(ways[direction], { seq, ack: next[other], flags: psh | ack }, part));
    });
    // Octets that were not recorded leave a gap in the sequence numbers.
    next[direction] += bytes;
    return parts;
  });
  return [
    first,
    packet(begun.atUs, tcpPacket(ways.in, { seq: 0, ack: 1, flags: syn | ack })),
    packet(begun.atUs, tcpPacket(ways.out, { seq: 1, ack: 1, flags: ack })),
    ...segments,
  ];
}

/** Microseconds since 1970; `Date` has only milliseconds. */
function microseconds(time: string): number {
  const [, whole = time, rest = '000'] = /^(.*\.\d{3})(\d{3})Z$/.exec(time) ?? [];
  return Date.parse(whole.endsWith('Z') ? whole : `${whole}Z`) * 1000 + Number(rest);
}
