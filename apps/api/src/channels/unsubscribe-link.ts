import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ChannelRow } from '../stores/watch-tables.ts';

const PROOF_BYTES = 16;
const LINK = /^([\da-f-]{36})\.([\w-]{22})$/;

const proofOf = (secret: string): string =>
  createHmac('sha256', secret).update('unsubscribe').digest().subarray(0, PROOF_BYTES).toString('base64url');

/** The link that ends the mails of a channel, and the header fields for mail programs that follow it by one click (RFC 8058). */
export function unsubscribeFields({ id, secret }: Pick<ChannelRow, 'id' | 'secret'>, baseUrl: string) {
  const link = `${baseUrl}/unsubscribe/${id}.${proofOf(secret)}`;
  return { link, fields: { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } };
}

/** The id of the channel in the last part of such a link; null for text that is none. */
export const channelOfLink = (text: string): string | null => LINK.exec(text)?.[1] ?? null;

/** Whether the link was made for this channel. */
export function isLinkOf(text: string, { id, secret }: Pick<ChannelRow, 'id' | 'secret'>): boolean {
  const [, named, proof = ''] = LINK.exec(text) ?? [];
  if (named !== id) return false;
  return timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(secret)));
}
