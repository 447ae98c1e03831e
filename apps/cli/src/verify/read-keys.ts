import { readFile } from 'node:fs/promises';
import type { Net } from '@sonde/probes';
import * as z from 'zod/mini';

/** The format of `/.well-known/sonde-keys.json`: RFC 7517, of which only Ed25519 keys are used (RFC 8037). */
const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });
const Ed25519Key = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() });

const LIMITS = { timeoutMs: 10_000, maxBytes: 1024 * 1024, maxRedirects: 2, accept: 'application/json' };

export interface KeySource {
  openNet(): Promise<Net>;
  readonly signal: AbortSignal;
}

export const isUrl = (keys: string) => /^https?:\/\//i.test(keys);

/** Whether keys from this URL could be replaced on the network. Loopback is no network. */
export const isInterceptable = (keys: string) =>
  /^http:\/\//i.test(keys) && !/^http:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?:[:/?#]|$)/i.test(keys);

/** Reads public keys from a file or a URL; returns a text if there are none. */
export async function readKeys(keys: string, source: KeySource): Promise<readonly { readonly x: string }[] | string> {
  let text: string;
  try {
    text = isUrl(keys) ? await fetchText(keys, source) : await readFile(keys, 'utf8');
  } catch (error) {
    return `The keys in ${keys} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
  const set = KeySet.safeParse(parsed(text)).data;
  if (set === undefined) return `${keys} does not contain a list of keys.`;
  if (set.keys.length === 0) return `${keys} has no keys: that server has not kept any result yet.`;
  const found = set.keys.flatMap((key) => Ed25519Key.safeParse(key).data ?? []);
  return found.length === 0 ? `${keys} does not contain an Ed25519 key.` : found;
}

/** A URL given on the command line is trusted, wherever it points. */
async function fetchText(url: string, { openNet, signal }: KeySource): Promise<string> {
  const { status, body } = await (await openNet()).fetch({ url, isOperators: true }, LIMITS, signal);
  if (status !== 200) throw new Error(`the server answers with status ${status}.`);
  return Buffer.from(body).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
