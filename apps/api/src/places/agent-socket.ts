import type { Hub } from '@sonde/service/places/hub';
import { answerPings, closeSocket, linkOver } from '@sonde/service/places/link';
import { AGENT_PROTOCOL, CLOSE, PIECES, TO_HUB_BYTES } from '@sonde/service/places/protocol';
import { type WebSocket, WebSocketServer } from 'ws';
import { releaseMessages } from './read-messages.ts';

/** Takes over connections of agents: WebSocket (RFC 6455) without compression, texts only. */
export function createAgentSockets() {
  return new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    autoPong: false,
    maxPayload: TO_HUB_BYTES,
    ...PIECES,
    clientTracking: false,
    handleProtocols: (offered) => (offered.has(AGENT_PROTOCOL) ? AGENT_PROTOCOL : false),
  });
}

/** What an agent may send within a minute: several times the parts and answers of all lookups that it may be asked for. */
const MOST = { octets: 128 * 1024 * 1024, frames: 30_000 } as const;
const MINUTE_MS = 60_000;

/** Counts what came within a minute. Returns whether it was too much. */
function createIntake(): (octets: number) => boolean {
  let sinceMs = performance.now();
  let [octets, frames] = [0, 0];
  return (more) => {
    const nowMs = performance.now();
    if (nowMs - sinceMs > MINUTE_MS) [sinceMs, octets, frames] = [nowMs, 0, 0];
    octets += more;
    frames += 1;
    return octets > MOST.octets || frames > MOST.frames;
  };
}

/** Connects a socket to the hub. */
export function serveSocket(socket: WebSocket, hub: Hub): void {
  const listener = hub.accept(linkOver(socket));
  if (listener === null) {
    closeSocket(socket, CLOSE.policy, 'Too many connections. Try again later.');
    return;
  }
  const isTooMuch = createIntake();
  const take = (octets: number, handle?: () => void) => {
    // Whoever floods a server does not read why.
    if (isTooMuch(octets)) return socket.terminate();
    listener.heard();
    handle?.();
  };
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) return closeSocket(socket, CLOSE.protocol, 'Only texts are expected.');
    take(data.length, () => listener.received(String(data)));
  });
  releaseMessages(socket);
  answerPings(socket);
  socket.on('pong', (data) => take(data.length));
  socket.on('ping', (data) => take(data.length));
  socket.once('close', listener.closed);
  // An error is followed by `close`: too large a frame, a broken connection.
  socket.on('error', () => {});
}
