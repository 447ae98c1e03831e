import type { FastifyInstance } from 'fastify';

/** The address of this process, for links where the operator has named no other. */
export function listeningUrl(app: FastifyInstance): string {
  const address = app.server.address();
  if (address === null || typeof address === 'string') return 'http://localhost';
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${/^(?:0\.0\.0\.0|\[::\])$/.test(host) ? 'localhost' : host}:${address.port}`;
}
