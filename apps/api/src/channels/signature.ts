import { createHmac, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** Creates the key of a webhook's signatures: the receiver uses this text as it is, as UTF-8. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/**
 * The value of the header field Sonde-Signature: HMAC-SHA256 over the time and the body. A receiver that compares the time
 * with its clock refuses messages that somebody else repeats later.
 */
export function signatureOf(secret: string, body: string, sentAtMs: number): string {
  const seconds = Math.floor(sentAtMs / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
