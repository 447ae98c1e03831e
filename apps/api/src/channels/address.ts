import { ToolError } from '@sonde/contract';
import type { ChannelKind } from '@sonde/contract/watch/channel';
import { parseUrl } from '@sonde/probes';
import * as z from 'zod';

const MAX_ADDRESS = 500;
const MAX_EMAIL = 254;
/** The topics that ntfy accepts. */
const TOPIC = /^\/[-_A-Za-z0-9]{1,64}$/;

const Email = z.email().max(MAX_EMAIL);

/**
 * Reads the address of a channel, in canonical form. Whether it may be contacted is decided by the guard.
 * @throws ToolError `invalid-input`
 */
export function readAddress(kind: ChannelKind, text: string): string {
  const trimmed = text.trim();
  if (trimmed.length > MAX_ADDRESS) throw wrong('The address is too long.');
  if (kind === 'mail') return readEmail(trimmed);
  const url = readUrl(trimmed);
  if (kind === 'webhook') return url.href;
  if (!TOPIC.test(url.pathname)) throw wrong('The address of ntfy ends with one topic, as in https://ntfy.sh/topic.');
  return url.href;
}

function readEmail(text: string): string {
  const parsed = Email.safeParse(text);
  if (!parsed.success) throw wrong('This is not a valid email address.');
  return parsed.data;
}

function readUrl(text: string): URL {
  const url = parseUrl(text);
  if (url === null || url.protocol !== 'https:') throw wrong('The address must begin with https://.');
  if (url.username !== '' || url.password !== '') throw wrong('The address must not contain a user or a password.');
  url.hash = '';
  return url;
}

const wrong = (message: string) => new ToolError('invalid-input', message, { field: 'address' });
