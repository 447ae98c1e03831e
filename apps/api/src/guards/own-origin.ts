import type { FastifyRequest } from 'fastify';

/** True for the origin of this server's own pages: the public address, or the one that was requested. */
export type IsOwnOrigin = (origin: string, request: Pick<FastifyRequest, 'protocol' | 'host'>) => boolean;

export function createIsOwnOrigin(publicUrl: string | null): IsOwnOrigin {
  const publicOrigin = publicUrl === null ? null : new URL(publicUrl).origin;
  return (origin, { protocol, host }) => origin === publicOrigin || origin === `${protocol}://${host}`;
}
