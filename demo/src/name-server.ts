import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import packet, { type Packet } from 'dns-packet';
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
/** RFC 5001 section 2.3. */
const NSID_OPTION = 3;
/** Longer than any client of the demo pauses between two queries. */
const IDLE_MS = 30_000;

/** Starts the server for UDP and TCP; `zonesAt` is called once its address is known, and answers come after `delayMs`. */
export async function startNameServer(
  host: number,
  zonesAt: (own: Place) => readonly Zone[],
  delayMs = 0,
): Promise<NameServer> {
  const both = await listenFirst(placesFor(host, PORTS), listenBoth);
  const zones = zonesAt(both.place);
  return serve(both, (query) => answerOf(query, zones), delayMs);
}

/** Answers the messages of both sockets. */
export function serve({ udp, tcp, place }: Both, answer: (query: Query) => Packet | null, delayMs = 0): NameServer {
  const connections = new Set<Socket>();
  const late = new Set<NodeJS.Timeout>();
  const sendLater = (send: () => void) => {
    if (delayMs === 0) return send();
    const timer = setTimeout(() => {
      late.delete(timer);
      send();
    }, delayMs);
    late.add(timer);
  };
  udp.on('message', (bytes, client) => {
    const reply = replyTo(bytes, answer, true);
    if (reply !== null) sendLater(() => udp.send(reply, client.port, client.address));
  });
  // The client may be gone before it is answered.
  udp.on('error', () => {});
  tcp.on('connection', (socket) => {
    connections.add(socket);
    socket.on('close', () => connections.delete(socket));
    serveConnection(socket, answer, sendLater);
  });
  return {
    ...place,
    async stop() {
      for (const timer of late) clearTimeout(timer);
      for (const socket of connections) socket.destroy();
      udp.close();
      tcp.close();
      await once(tcp, 'close');
    },
  };
}

/** The sockets of one name server. */
export interface Both {
  readonly udp: UdpSocket;
  readonly tcp: Server;
  readonly place: Place;
}

/** Listens on the same port over UDP and TCP. */
export async function listenBoth(wanted: Place): Promise<Both> {
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
function serveConnection(
  socket: Socket,
  answer: (query: Query) => Packet | null,
  sendLater: (send: () => void) => void,
): void {
  let pending = Buffer.alloc(0);
  socket.setTimeout(IDLE_MS, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    while (pending.length >= LENGTH_BYTES && pending.length >= LENGTH_BYTES + pending.readUInt16BE()) {
      const end = LENGTH_BYTES + pending.readUInt16BE();
      const reply = replyTo(pending.subarray(LENGTH_BYTES, end), answer, false);
      pending = pending.subarray(end);
      if (reply !== null) sendLater(() => socket.write(withLength(reply)));
    }
  });
}

function withLength(bytes: Buffer): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** Null for messages that are not queries, and for queries that are never answered. */
function replyTo(bytes: Buffer, answer: (query: Query) => Packet | null, isUdp: boolean): Buffer | null {
  const query = decode(bytes);
  const reply = query && answer(query);
  if (query === null || reply === null) return null;
  const whole = packet.encode(reply);
  const room = Math.min(query.udpBytes ?? PLAIN_UDP_BYTES, MAX_UDP_BYTES);
  if (!isUdp || whole.length <= room) return whole;
  return packet.encode({ ...reply, flags: (reply.flags ?? 0) | packet.TRUNCATED_RESPONSE, answers: [] });
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
      wantsSignatures: opt?.type === 'OPT' && opt.flag_do,
      wantsIdentifier: opt?.type === 'OPT' && opt.options.some(({ code }) => Number(code) === NSID_OPTION),
    };
  } catch {
    return null;
  }
}
