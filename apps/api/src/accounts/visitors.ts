import { ToolError } from '@sonde/contract';
import type { FastifyRequest } from 'fastify';
import { ownerOfMember, type Person } from './owner.ts';
import type { ReadIdToken } from './sign-in/firebase-tokens.ts';
import type { Members } from './sign-in/members.ts';
import type { SessionCookie } from './sign-in/session-cookie.ts';

/** Identifies the sender of a request. */
export interface Visitors {
  /** False if a request carries nothing that could be a sign-in: then nothing is read or waited for. */
  mayBeSignedIn(request: FastifyRequest): boolean;
  /** Null for a visitor who is not signed in. @throws ToolError if the store or the provider is unavailable. */
  of(request: FastifyRequest): Promise<Person | null>;
}

/** By the session cookie of the embedded accounts. */
export function cookieVisitors(cookie: SessionCookie, members: Pick<Members, 'ofSession'>): Visitors {
  return {
    mayBeSignedIn: (request) => cookie.read(request) !== null,
    async of(request) {
      const token = cookie.read(request);
      const member = token === null ? null : await members.ofSession(token);
      return member === null ? null : { owner: ownerOfMember(member.id), email: member.email };
    },
  };
}

/** By the ID token of the hosted provider (RFC 6750 section 2.1). */
export function tokenVisitors(readIdToken: ReadIdToken): Visitors {
  const tokenOf = ({ headers }: FastifyRequest) => /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null;
  return {
    mayBeSignedIn: (request) => tokenOf(request) !== null,
    async of(request) {
      const token = tokenOf(request);
      return token === null ? null : readIdToken(token);
    },
  };
}

/** @throws ToolError `not-signed-in`. */
export async function personOf(visitors: Visitors, request: FastifyRequest): Promise<Person> {
  const person = await visitors.of(request);
  if (person === null) throw new ToolError('not-signed-in', 'Please sign in first.');
  return person;
}
