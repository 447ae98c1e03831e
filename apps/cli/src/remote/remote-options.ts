import type { Problem } from '../commands/command.ts';
import { type Option, option } from '../input/option.ts';

/** A server that makes lookups. */
export interface RemoteServer {
  /** Its address, without a final slash. */
  readonly origin: string;
  /** Null: use SONDE_TOKEN. */
  readonly token: string | null;
}

export const remoteOption = (description: string): Option => option('remote', 'text', 'URL', description);

export const tokenOption = option(
  'token',
  'text',
  'TOKEN',
  'Token for that server. Better set SONDE_TOKEN, which other users of this machine cannot see.',
);

/** The server that the options name; null if they name none. */
export function readRemote(values: ReadonlyMap<string, string>): RemoteServer | Problem | null {
  const origin = values.get('remote')?.replace(/\/+$/, '');
  const token = values.get('token') ?? null;
  if (origin === undefined) return token === null ? null : { problem: '--token needs --remote.' };
  if (isServer(origin)) return { origin, token };
  return { problem: '--remote needs the http or https address of a server, without user and query.' };
}

/**
 * Whether this is the address of a server. A password is refused: `fetch` would reject it, and it would be printed with the
 * address.
 */
function isServer(origin: string): boolean {
  return /^https?:\/\/[^\s/?#@]+(?:\/[^\s?#@]*)?$/i.test(origin);
}
