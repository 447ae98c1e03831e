import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Passes requests that want to switch to another protocol through all guards, hooks and routes, like any other request. A route
 * may take over the connection; others answer in HTTP/1.1, which a client must accept (RFC 9110 section 7.8): many send
 * `Upgrade: h2c` to every server.
 * @returns the octets that followed the request, for the route that takes over its connection
 */
export function routeUpgrades(app: FastifyInstance): (request: IncomingMessage) => Buffer {
  const following = new WeakMap<IncomingMessage, Buffer>();
  app.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    // Node has removed its own listeners from the socket.
    socket.on('error', () => socket.destroy());
    const response = new ServerResponse(request);
    // What follows on this connection is no longer read as HTTP.
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => socket.end());
    following.set(request, head);
    app.routing(request, response);
  });
  return (request) => following.get(request) ?? Buffer.alloc(0);
}
