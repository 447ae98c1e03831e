import type { IsSecure } from '../../http/headers.ts';
import { type Cookie, createCookie } from './cookie.ts';
import { SESSION_DAYS } from './sessions.ts';

/** The cookie that holds a session. */
export type SessionCookie = Cookie;

export const createSessionCookie = (isSecure: IsSecure): SessionCookie =>
  createCookie(isSecure, { name: 'sonde.session', pattern: /^[\w-]{43}$/, maxAgeDays: SESSION_DAYS });
