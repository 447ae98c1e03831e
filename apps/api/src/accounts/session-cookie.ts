import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IsSecure } from '../headers.ts';
import { SESSION_DAYS } from './sessions.ts';

const NAME = 'sonde.session';
/** Only our own host can have set it, over https and for all paths (RFC 6265bis section 4.1.3.2). */
const SECURE_NAME = `__Host-${NAME}`;
const MAX_AGE_SECONDS = SESSION_DAYS * 24 * 60 * 60;
/** What our tokens look like; anything else is not looked up. */
const TOKEN = /^[\w-]{43}$/;

/** The cookie that holds a session: out of reach of scripts, and never sent with what another site has begun. */
export interface SessionCookie {
  read(request: FastifyRequest): string | null;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

export function createSessionCookie(isSecure: IsSecure): SessionCookie {
  const nameFor = (request: FastifyRequest) => (isSecure(request) ? SECURE_NAME : NAME);
  const write = (reply: FastifyReply, value: string, maxAgeSeconds: number) => {
    const { request } = reply;
    const secure = isSecure(request) ? '; Secure' : '';
    const attributes = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`;
    reply.header('set-cookie', `${nameFor(request)}=${value}; ${attributes}`);
  };
  return {
    read(request) {
      const { cookie } = request.headers;
      if (cookie === undefined) return null;
      const start = `${nameFor(request)}=`;
      const pair = cookie.split(';').find((one) => one.trimStart().startsWith(start));
      const token = pair?.trim().slice(start.length) ?? '';
      return TOKEN.test(token) ? token : null;
    },
    set: (reply, token) => write(reply, token, MAX_AGE_SECONDS),
    clear: (reply) => write(reply, '', 0),
  };
}
