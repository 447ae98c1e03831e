// tokens/: API tokens of programs, from the configuration or created by members.
import { createHash } from 'node:crypto';
import type { TokenScope } from '@sonde/contract/tokens';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The token that the request came with, checked; null without one. */
    apiToken: ApiToken | null;
  }
}

/** A token that is valid now. */
export interface ApiToken {
  /** Whose allowance it uses, and whose lists it may read. */
  readonly client: string;
  /** The member that it belongs to; null for one of the configuration. */
  readonly owner: string | null;
  readonly scopes: readonly TokenScope[];
}

/** Whose lists it is for: those of its member, or its own. */
export const ownerOfToken = ({ owner, client }: ApiToken): string => owner ?? client;

/** What `Authorization: Bearer` holds where it is one of our tokens; ID tokens of a hosted provider look different. */
export function sentToken({ headers }: FastifyRequest): string | null {
  return /^Bearer (sonde_\S*)$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}

/** Tokens are random, so a plain hash reveals nothing about them. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
