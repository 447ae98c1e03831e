import type { FastifyRequest } from 'fastify';

/** True for the origin under which a browser has our own pages: the public address, or the one that it has asked. */
export type IsOwnOrigin = (origin: string, request: Pick<FastifyRequest, 'protocol' | 'host'>) => boolean;

export function createIsOwnOrigin(publicUrl: string | null): IsOwnOrigin {
  const publicOrigin = publicUrl === null ? null : new URL(publicUrl).origin;
  return (origin, { protocol, host }) => origin === publicOrigin || origin === `${protocol}://${host}`;
}
