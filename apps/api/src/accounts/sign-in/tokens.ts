import { createHmac, randomBytes } from 'node:crypto';

const BYTES = 32;

/** Long enough never to be guessed. */
export const newToken = () => randomBytes(BYTES).toString('base64url');

/** What is stored of a token: a copy of the database opens no session without the server's secret. */
export const tokenHash = (secret: string, token: string) =>
  createHmac('sha256', secret).update(token).digest('base64url');
