import { createHmac, randomBytes } from 'node:crypto';

const BYTES = 32;

/** A new random token, too long to be guessed. */
export const newToken = () => randomBytes(BYTES).toString('base64url');

/** The stored form of a token: without the server's secret, a copy of the database opens no session. */
export const tokenHash = (secret: string, token: string) =>
  createHmac('sha256', secret).update(token).digest('base64url');
