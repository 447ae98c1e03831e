import type { Hub } from '@sonde/service/places/hub';
import { closeSocket, linkOver } from '@sonde/service/places/link';
import { AGENT_PROTOCOL, CLOSE, TO_HUB_BYTES } from '@sonde/service/places/protocol';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';

/** Takes over connections of agents: WebSocket (RFC 6455) without compression, texts only. */
export function createAgentSockets() {
  return new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: TO_HUB_BYTES,
    clientTracking: false,
    handleProtocols: (offered) => (offered.has(AGENT_PROTOCOL) ? AGENT_PROTOCOL : false),
  });
}

/** Connects a socket to the hub. */
export function serveSocket(socket: WebSocket, hub: Hub): void {
  const listener = hub.accept(linkOver(socket));
  if (listener === null) {
    closeSocket(socket, CLOSE.policy, 'Too many connections. Try again later.');
    return;
  }
  socket.on('message', (data: RawData, isBinary) => {
    if (isBinary) return closeSocket(socket, CLOSE.protocol, 'Only texts are expected.');
    listener.heard();
    listener.received(String(data));
  });
  socket.on('pong', listener.heard);
  socket.on('ping', listener.heard);
  socket.once('close', listener.closed);
  // An error is followed by `close`: too large a frame, a broken connection.
  socket.on('error', () => {});
}
