import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IsSecure } from '../../http/headers.ts';

/** A cookie that scripts cannot read, and that is never sent with requests of other sites. */
export interface Cookie {
  /** Null if there is no cookie that this server can have set. */
  read(request: FastifyRequest): string | null;
  set(reply: FastifyReply, value: string): void;
  clear(reply: FastifyReply): void;
}

export interface CookieOptions {
  readonly name: string;
  /** The format of valid values; anything else is ignored. */
  readonly pattern: RegExp;
  readonly maxAgeDays: number;
}

const DAY_SECONDS = 24 * 60 * 60;

export function createCookie(isSecure: IsSecure, { name, pattern, maxAgeDays }: CookieOptions): Cookie {
  // With this prefix, only this host can have set it, over https and for all paths (RFC 6265bis section 4.1.3.2).
  const nameFor = (request: FastifyRequest) => (isSecure(request) ? `__Host-${name}` : name);
  const write = (reply: FastifyReply, value: string, maxAgeSeconds: number) => {
    const { request } = reply;
    const secure = isSecure(request) ? '; Secure' : '';
    const attributes = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`;
    // Fastify appends the field, so that a reply can set several cookies.
    reply.header('set-cookie', `${nameFor(request)}=${value}; ${attributes}`);
  };
  return {
    read(request) {
      const { cookie } = request.headers;
      if (cookie === undefined) return null;
      const start = `${nameFor(request)}=`;
      const pair = cookie.split(';').find((one) => one.trimStart().startsWith(start));
      const value = pair?.trim().slice(start.length) ?? '';
      return pattern.test(value) ? value : null;
    },
    set: (reply, value) => write(reply, value, maxAgeDays * DAY_SECONDS),
    clear: (reply) => write(reply, '', 0),
  };
}
