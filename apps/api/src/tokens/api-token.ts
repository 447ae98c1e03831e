// tokens/: API tokens for programs, configured by the operator or created by members.
import { createHash } from 'node:crypto';
import type { TokenScope } from '@sonde/contract/tokens';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The valid token of the request; null if it has none. */
    apiToken: ApiToken | null;
  }
}

/** A valid token. */
export interface ApiToken {
  /** The client whose allowance it uses. */
  readonly client: string;
  /** The member that it belongs to; null for a configured token. */
  readonly owner: string | null;
  readonly scopes: readonly TokenScope[];
}

/** The owner of the lists that the token may access: its member, or a configured token itself. */
export const ownerOfToken = ({ owner, client }: ApiToken): string => owner ?? client;

/** The token in `Authorization: Bearer`; null if it has another format, such as an ID token of a hosted provider. */
export function sentToken({ headers }: FastifyRequest): string | null {
  return /^Bearer (sonde_\S*)$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}

/** Tokens are random, so that an unsalted hash is enough. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
