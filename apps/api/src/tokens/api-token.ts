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

/** What a request has in `Authorization`: a token, or one that is not sent as `Bearer sonde_…`, once; null if neither. */
export type SentToken = { readonly token: string } | 'malformed' | null;

/** Other credentials, such as an ID token of a hosted provider, are not ours. */
export function sentToken({ headers, raw }: FastifyRequest): SentToken {
  if (headers.authorization === undefined) return null;
  // `headers` has only the first of several fields.
  const fields = raw.rawHeaders.filter((_, at, all) => at % 2 === 1 && /^authorization$/i.test(all[at - 1] ?? ''));
  const [only = ''] = fields;
  const [, token] = /^Bearer +(sonde_\S*)$/i.exec(only) ?? [];
  if (token !== undefined && fields.length === 1) return { token };
  return fields.some(isMeantAsToken) ? 'malformed' : null;
}

/** A token without `Bearer`, with another scheme or in quotes; or none at all, because a variable of a script is empty. */
const isMeantAsToken = (field: string): boolean => /^Bearer\s*$|(?:^|[\s:="'])sonde_/i.test(field);

/** Tokens are random, so that an unsalted hash is enough. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
