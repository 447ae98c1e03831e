import type { WebSocket } from 'ws';

/** The part of ws 8 that gathers the pieces of a message; it is not among what ws documents. */
interface Receiving {
  readonly _receiver?: { readonly _fragments?: unknown };
}

/** The list that the pieces of the next message will be in; empty if this version of ws has none. */
function piecesOf(socket: WebSocket): unknown[] {
  const list = (socket as unknown as Receiving)._receiver?._fragments;
  return Array.isArray(list) ? list : [];
}

/**
 * Lets go of every message that was read. ws begins a new list of pieces after each message, and leaves the message in the earlier
 * one. An agent is asked every few seconds, so this list has become old before the message comes; and what is in an old list is
 * kept until the whole heap is collected: every answer of every agent for half a minute, and the memory around them for good.
 */
export function releaseMessages(socket: WebSocket): void {
  let pieces = piecesOf(socket);
  socket.on('message', () => {
    pieces.length = 0;
    pieces = piecesOf(socket);
  });
}
