import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IsSecure } from '../../http/headers.ts';
import { createCookie } from './cookie.ts';

/**
 * Distinguishes a browser that has signed in to an account before from all others, so that wrong passwords sent by others
 * do not lock its owner out (OWASP, Slow Down Online Guessing Attacks with Device Cookies). It outlasts the session and
 * grants nothing: the password is still required.
 */
export interface DeviceCookie {
  /** A name for the browser if it has signed in to this account before, otherwise null. */
  knownFor(request: FastifyRequest, account: string): Promise<string | null>;
  /** Remembers that the browser has signed in to this account. */
  remember(request: FastifyRequest, reply: FastifyReply, account: string): Promise<void>;
  clear(reply: FastifyReply): void;
}

/** The browser's name and each proof have 128 bits. */
const BYTES = 16;
/** Members of one household may share a machine. */
const MAX_ACCOUNTS = 5;
/** The name, and a proof for each account, newest first. Does not reveal the accounts. */
const PATTERN = /^[\w-]{22}(?:\.[\w-]{22}){1,5}$/;
/** The maximum that browsers accept (RFC 6265bis section 5.6.2). */
const MAX_AGE_DAYS = 400;

export function createDeviceCookie(isSecure: IsSecure, secret: () => Promise<string>): DeviceCookie {
  const cookie = createCookie(isSecure, { name: 'sonde.device', pattern: PATTERN, maxAgeDays: MAX_AGE_DAYS });

  async function proofOf(device: string, account: string): Promise<Buffer> {
    return createHmac('sha256', await secret())
      .update(`device\n${device}\n${account}`)
      .digest()
      .subarray(0, BYTES);
  }
  return {
    async knownFor(request, account) {
      const [device, ...proofs] = cookie.read(request)?.split('.') ?? [];
      if (device === undefined) return null;
      const expected = await proofOf(device, account);
      return proofs.some((proof) => timingSafeEqual(Buffer.from(proof, 'base64url'), expected)) ? device : null;
    },
    async remember(request, reply, account) {
      const [device = randomBytes(BYTES).toString('base64url'), ...others] = cookie.read(request)?.split('.') ?? [];
      const proof = (await proofOf(device, account)).toString('base64url');
      const proofs = [proof, ...others.filter((other) => other !== proof)].slice(0, MAX_ACCOUNTS);
      cookie.set(reply, [device, ...proofs].join('.'));
    },
    clear: cookie.clear,
  };
}
