import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import packet from 'dns-packet';
import { answerOf, type Query } from './answers.ts';
import { listenAt, listenFirst, type Place, placesFor } from './place.ts';
import type { Zone } from './zone.ts';

/** The resolver of the demo, which is also the name server of its zones. */
export interface NameServer extends Place {
  stop(): Promise<void>;
}

/** The port of RFC 1035 section 4.2, or another if that is taken or needs privileges. */
const PORTS = [53, 5300];
/** The largest message that is not fragmented anywhere (DNS flag day 2020). */
const MAX_UDP_BYTES = 1232;
/** RFC 1035 section 4.2.1, for a client without EDNS. */
const PLAIN_UDP_BYTES = 512;
const LENGTH_BYTES = 2;
/** Longer than any client of the demo waits between two queries. */
const IDLE_MS = 30_000;

/** Starts the server for UDP and TCP; `zonesAt` is called once its address is known. */
export async function startNameServer(host: number, zonesAt: (own: Place) => readonly Zone[]): Promise<NameServer> {
  const { udp, tcp, place } = await listenFirst(placesFor(host, PORTS), listenBoth);
  const zones = zonesAt(place);
  const connections = new Set<Socket>();
  udp.on('message', (bytes, client) => {
    const reply = replyTo(bytes, zones, true);
    if (reply !== null) udp.send(reply, client.port, client.address);
  });
  // A client may be gone before it is answered.
  udp.on('error', () => {});
  tcp.on('connection', (socket) => {
    connections.add(socket);
    socket.on('close', () => connections.delete(socket));
    serveConnection(socket, zones);
  });
  return {
    ...place,
    async stop() {
      for (const socket of connections) socket.destroy();
      udp.close();
      tcp.close();
      await once(tcp, 'close');
    },
  };
}

interface Both {
  readonly udp: UdpSocket;
  readonly tcp: Server;
  readonly place: Place;
}

/** Listens on the same port by UDP and TCP. */
async function listenBoth(wanted: Place): Promise<Both> {
  const tcp = createServer();
  const place = await listenAt(tcp, wanted);
  const udp = createSocket('udp4');
  try {
    udp.bind(place.port, place.address);
    await once(udp, 'listening');
    return { udp, tcp, place };
  } catch (error) {
    udp.close();
    tcp.close();
    throw error;
  }
}

/** Every message is preceded by its length (RFC 1035 section 4.2.2); clients may pipeline queries (RFC 7766). */
function serveConnection(socket: Socket, zones: readonly Zone[]): void {
  let pending = Buffer.alloc(0);
  socket.setTimeout(IDLE_MS, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    while (pending.length >= LENGTH_BYTES && pending.length >= LENGTH_BYTES + pending.readUInt16BE()) {
      const end = LENGTH_BYTES + pending.readUInt16BE();
      const reply = replyTo(pending.subarray(LENGTH_BYTES, end), zones, false);
      pending = pending.subarray(end);
      if (reply !== null) socket.write(withLength(reply));
    }
  });
}

function withLength(bytes: Buffer): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** Null for messages that are not queries, and for queries that are never answered. */
function replyTo(bytes: Buffer, zones: readonly Zone[], isUdp: boolean): Buffer | null {
  const query = decode(bytes);
  const answer = query && answerOf(query, zones);
  if (query === null || answer === null) return null;
  const whole = packet.encode(answer);
  const room = Math.min(query.udpBytes ?? PLAIN_UDP_BYTES, MAX_UDP_BYTES);
  if (!isUdp || whole.length <= room) return whole;
  return packet.encode({ ...answer, flags: (answer.flags ?? 0) | packet.TRUNCATED_RESPONSE, answers: [] });
}

function decode(bytes: Buffer): Query | null {
  try {
    const { type, id, flags, questions = [], additionals = [] } = packet.decode(bytes);
    const [question] = questions;
    const opt = additionals.find((one) => one.type === 'OPT');
    if (type !== 'query' || question === undefined) return null;
    return {
      id: id ?? 0,
      question,
      isCheckingDisabled: ((flags ?? 0) & packet.CHECKING_DISABLED) !== 0,
      udpBytes: opt?.type === 'OPT' ? opt.udpPayloadSize : null,
    };
  } catch {
    return null;
  }
}
